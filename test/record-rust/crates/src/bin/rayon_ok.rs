use rayon::prelude::*;
fn main() {
    let v: Vec<u64> = (0..20000).collect();
    let s: u64 = v.par_iter().map(|x| x * 2).sum();
    assert_eq!(s, 19999 * 20000);
    let mut w = v.clone();
    w.par_iter_mut().for_each(|x| *x += 1);
    w.par_sort_by(|a, b| b.cmp(a));
    let (a, b) = rayon::join(
        || w[..100].iter().sum::<u64>(),
        || w[100..].par_iter().max().copied(),
    );
    assert!(a > 0 && b.is_some());
    rayon::scope(|s| {
        for part in w.chunks_mut(5000) {
            s.spawn(move |_| part[0] = 0);
        }
    });
}
