/** bcoin loads its database in native code even where it keeps everything in memory. It may load this; to open it is a fault. */
module.exports = function leveldown() {
  throw new Error('this node keeps its chain in memory: start it with --memory=true')
}
