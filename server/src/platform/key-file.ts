import { closeSync, fsyncSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { propertyOf } from './property.ts'

/**
 * Writes a file of keys that only its owner can read; false when there is one already, which stays. It is complete on
 * disk or not there: what is sealed with a key that a power failure took could never be opened again.
 */
export function createKeyFile(file: string, contents: object): boolean {
  const part = writePart(file, contents)
  try {
    linkSync(part, file)
    return true
  } catch (error) {
    if (propertyOf(error, 'code') === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(part)
  }
}

/** Writes a file of keys in place of the one there is. */
export function replaceKeyFile(file: string, contents: object): void {
  renameSync(writePart(file, contents), file)
}

function writePart(file: string, contents: object): string {
  const part = `${file}.${process.pid}.part`
  const descriptor = openSync(part, 'w', 0o600)
  writeSync(descriptor, `${JSON.stringify(contents, null, 2)}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
  return part
}
