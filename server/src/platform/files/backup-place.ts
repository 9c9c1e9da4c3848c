import { access, constants } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { KeepRule } from '@check-requests/domain/operation/backups/settings.ts'
import { DiskStore, type FileStore } from './file-store.ts'
import type { S3Place } from './s3-place.ts'
import { S3Store } from './s3-store.ts'

/** Where an installation keeps copies of itself. */
export interface BackupPlace {
  /** As sentences name it, such as `the folder /backups`. */
  readonly words: string
  /** The copies of the database, each with its manifest. */
  readonly copies: FileStore
  /** The files of documents, which all copies share. */
  readonly files: FileStore
  /** The folder in which copies are made before they are put there. */
  readonly workFolder: string
  /** Throws a sentence when nothing can be put there. */
  demand(): Promise<void>
}

/** The place that the settings name. */
export function backupPlaceOf({ at }: Pick<BackupSettings, 'at'>, dataDir: string): BackupPlace {
  return 'folder' in at ? folderPlace(at.folder, dataDir) : bucketPlace(at.bucket, dataDir)
}

function folderPlace(folder: string, dataDir: string): BackupPlace {
  return {
    words: `the folder ${folder}`,
    copies: new DiskStore(folder, { isFlat: true }),
    files: new DiskStore(join(folder, 'files')),
    workFolder: folder,
    demand: () => demandFolder(folder, dataDir),
  }
}

function bucketPlace(bucket: S3Place, dataDir: string): BackupPlace {
  const within = (folder: string) => new S3Store({ ...bucket, prefix: `${bucket.prefix}${folder}/` })
  return {
    words: `the bucket ${bucket.bucket}`,
    copies: within('copies'),
    files: within('files'),
    workFolder: dataDir,
    demand: async () => {},
  }
}

// One that is not there is not made: it may be a share that is not mounted, and the disk below it the server's own.
async function demandFolder(folder: string, dataDir: string): Promise<void> {
  if (!relative(dataDir, folder).startsWith('..'))
    throw new Error(`The folder ${folder} lies in the data folder. Copies belong on another disk.`)
  await access(folder, constants.W_OK).catch((error) => {
    if (error.code === 'ENOENT') throw new Error(`There is no folder ${folder}: make it, or mount what it is on.`)
    throw error
  })
}

/** Where the server keeps copies of itself, how often it makes one, in milliseconds, and which it keeps. */
export interface BackupSettings {
  readonly at: { readonly folder: string } | { readonly bucket: S3Place }
  readonly every: number
  readonly keep: KeepRule
  /** Any database of a PostgreSQL where copies are opened, if it is not that of the installation. */
  readonly checkUrl: string | undefined
}
