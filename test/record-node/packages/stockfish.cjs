// Two threads of a chess engine that look for a move together, in a table that they share.
const stockfish = require('stockfish');

const heard = (line) => {
  if (line === 'readyok') engine.sendCommand(`go nodes ${process.argv[2] ?? 20}`);
  if (!line.startsWith('bestmove')) return;
  console.log(/^bestmove [a-h][1-8][a-h][1-8]/.test(line));
  process.exit(0);
};
const engine = stockfish('lite', (error) => {
  if (error) throw error;
  const options = ['Threads value 2', 'Hash value 1'].map((words) => `setoption name ${words}`);
  for (const command of [...options, 'position startpos', 'isready']) engine.sendCommand(command);
});
engine.listener = heard;
