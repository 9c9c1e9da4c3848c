import { inflateRawSync } from 'node:zlib'

/** The text of a file in a ZIP archive, located through the archive's directory. */
export function unzip(archive: Buffer, name: string): string {
  for (let at = archive.indexOf('PK\x01\x02'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 4)) {
    const nameLength = archive.readUInt16LE(at + 28)
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) !== name) continue
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 20))
    return archive.readUInt16LE(at + 10) === 0 ? packed.toString() : inflateRawSync(packed).toString()
  }
  throw new Error(`There is no ${name} in the archive.`)
}
