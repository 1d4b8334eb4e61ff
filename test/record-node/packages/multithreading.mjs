// A counter in a mutex, as the package's own documentation shows it, and a channel.
// The package wants a navigator, which Node.js 20 has not.
globalThis.navigator ??= { hardwareConcurrency: 2 };
const { channel, initRuntime, move, Mutex, shutdown, spawn } = await import('multithreading');

initRuntime({ maxWorkers: 2 });
const mutex = new Mutex(new Int32Array(new SharedArrayBuffer(4)));
const handles = [0, 1].map(() =>
  spawn(move(mutex), async (mutex) => {
    for (let i = 0; i < 10; i++) {
      const guard = await mutex.lock();
      guard.value[0]++;
      guard.dispose();
    }
    return 'done';
  }),
);
const results = await Promise.all(handles.map((handle) => handle.join()));
console.log(results.map(({ value }) => value).join());
const guard = await mutex.lock();
console.log(guard.value[0]);
guard.dispose();
const [sender, receiver] = channel();
const sending = spawn(move(sender), async (sender) => {
  for (let i = 0; i < 5; i++) await sender.send({ i });
});
for (let i = 0; i < 5; i++) console.log((await receiver.recv()).value.i);
await sending.join();
shutdown();
