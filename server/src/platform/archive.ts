import { zip } from 'fflate'

/**
 * Files by name as one ZIP archive. They are stored as they are, since most files are compressed already, and with a
 * fixed time, so that the same files make the same archive.
 */
export function archiveOf(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zip({ ...files }, { level: 0, mtime: '1980-01-01T12:00:00' }, (error, archive) =>
      error ? reject(error) : resolve(archive),
    )
  })
}
