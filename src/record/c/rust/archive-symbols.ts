// The names that an archive (`ar`, of which a Rust library is one) defines for others: those of its index, which linkers use. Its first member.

const MAGIC = '!<arch>\n';
const HEADER_BYTES = 60;

/** Nothing, if the archive has no index in the way of System V and GNU. */
export function archiveSymbols(archive: Buffer): string[] {
  const start = MAGIC.length + HEADER_BYTES;
  const header = archive.toString('latin1', 0, start);
  if (!header.startsWith(`${MAGIC}/ `)) return [];
  const bytes = Number(header.slice(MAGIC.length + 48, MAGIC.length + 58));
  const count = archive.readUInt32BE(start);
  return archive
    .toString('latin1', start + 4 + 4 * count, start + bytes)
    .split('\0')
    .slice(0, count);
}
