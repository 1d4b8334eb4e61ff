// A database in memory: the module is built without threads, and its memory is not shared.
import init from '@sqlite.org/sqlite-wasm';

const sqlite = await init();
const database = new sqlite.oo1.DB(':memory:');
database.exec('create table t (n integer); insert into t values (1), (2), (3)');
console.log(database.selectValue('select sum(n) from t'));
database.close();
