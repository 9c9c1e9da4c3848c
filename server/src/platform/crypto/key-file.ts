import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { propertyOf } from '../errors.ts'

/**
 * Writes a key file that only its owner can read. Returns false, and writes nothing, if the file exists. The file is
 * either complete on disk or missing, because data sealed with a key lost in a power failure could never be opened
 * again.
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

/** Reads a key file. Returns undefined if there is no file, and throws a readable error if the file can't be read. */
export function readKeyFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (propertyOf(error, 'code') === 'ENOENT') return undefined
    throw new Error(`The key file ${file} can’t be read (${propertyOf(error, 'message')}).`, { cause: error })
  }
}

/** Replaces an existing key file. */
export function replaceKeyFile(file: string, contents: object): void {
  renameSync(writePart(file, contents), file)
}

function writePart(file: string, contents: object): string {
  const part = `${file}.${process.pid}.part`
  const descriptor = openPart(part, file)
  writeSync(descriptor, `${JSON.stringify(contents, null, 2)}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
  return part
}

function openPart(part: string, file: string): number {
  try {
    return openSync(part, 'w', 0o600)
  } catch (error) {
    const sentence = explanations[String(propertyOf(error, 'code'))]?.(dirname(file))
    throw sentence ? new Error(`The key file ${file} can’t be created: ${sentence}`, { cause: error }) : error
  }
}

const explanations: Record<string, (folder: string) => string> = {
  ENOENT: (folder) => `the folder ${folder} doesn’t exist. Create it, or name a file in another folder.`,
  EACCES: (folder) => `the server has no write permission for ${folder}. Grant it, or name a file in another folder.`,
  EROFS: (folder) => `the folder ${folder} is read-only. Name a file in another folder.`,
}
