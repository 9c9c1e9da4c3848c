import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The note beside a SQLite file of how it was when it was closed, with everything in it and nothing in a log. */
const noteOf = (file: string) => `${file}.closed`

/**
 * Writes the note, which holds until the file changes or gets a log again. Without a note the next start looks at every
 * page of the file, so one that cannot be written does no harm.
 */
export function noteClosing(file: string): void {
  try {
    writeFileSync(noteOf(file), stateOf(file), { mode: 0o600 })
  } catch {
    rmSync(noteOf(file), { force: true })
  }
}

/** Is the file as it was when it was closed? Whoever asks is about to change it: the note is gone afterwards. */
export function isAsClosed(file: string): boolean {
  const note = noteOf(file)
  if (!existsSync(note)) return false
  const noted = readFileSync(note, 'utf8')
  rmSync(note)
  flushFolder(dirname(file))
  return !existsSync(`${file}-wal`) && existsSync(file) && noted === stateOf(file)
}

function stateOf(file: string): string {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true })
  return JSON.stringify({ file: String(ino), bytes: String(size), modified: String(mtimeNs) })
}

// A power failure must not bring the note back beside a file that has changed since.
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
