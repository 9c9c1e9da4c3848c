import type { KeepRule } from '@check-requests/domain/operation/backups/keep.ts'
import type { S3Place } from './s3-place.ts'

/** Where the server keeps copies of itself, how often it makes one, in milliseconds, and which it keeps. */
export interface BackupSettings {
  readonly at: { readonly folder: string } | { readonly bucket: S3Place }
  readonly every: number
  readonly keep: KeepRule
  /** Any database of a PostgreSQL where copies are opened, if it is not that of the installation. */
  readonly checkUrl: string | undefined
}
