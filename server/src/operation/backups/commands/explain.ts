import { Failure } from '../../../platform/errors.ts'
import type { BackupPlace } from '../../../platform/files/backup-place.ts'
import { propertyOf } from '../../../platform/property.ts'

const sqliteFull = 13
const sqliteCannotOpen = 14

/** What failed while a copy was made, as a sentence that names the place. */
export function explained(error: unknown, { words }: Pick<BackupPlace, 'words'>): Error {
  const message = String(propertyOf(error, 'message') ?? error)
  return new Error(sentenceFor(error, words) ?? message, { cause: error })
}

function sentenceFor(error: unknown, place: string): string | undefined {
  const code = String(propertyOf(error, 'code'))
  const ofSqlite = propertyOf(error, 'errcode')
  if (['ENOSPC', 'EDQUOT'].includes(code) || ofSqlite === sqliteFull) return `There is no room left in ${place}.`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code) || ofSqlite === sqliteCannotOpen)
    return `The server may not write to ${place}.`
  if (error instanceof Failure && error.code === 'UNAVAILABLE') return `${capital(place)} does not answer.`
  if (propertyOf(error, '$metadata') || propertyOf(error, 'name') === 'CredentialsProviderError')
    return `${capital(place)} cannot be used (${propertyOf(error, 'name')}: ${propertyOf(error, 'message')}).`
  return undefined
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
