// A function that takes the lock is called by one that has it.
const { locks } = navigator;
const save = () => locks.request('file', async () => console.log('saved'));

locks.request('file', async () => {
  await save();
  console.log('never');
});
