import { access, constants } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { KeepRule } from '@check-requests/domain/operation/backups/settings.ts'
import { DiskStore, type FileStore } from './file-store.ts'
import type { S3Place } from './s3-place.ts'
import { S3Store } from './s3-store.ts'

/** The location where an installation keeps its backups. */
export interface BackupPlace {
  /** The name used in sentences, such as `the folder /backups`. */
  readonly words: string
  /** The database backups, each with its manifest. */
  readonly copies: FileStore
  /** The document files, which all backups share. */
  readonly files: FileStore
  /** The folder where backups are made before they are moved to the location. */
  readonly workFolder: string
  /** Throws a readable error if the location can't be used. */
  check(): Promise<void>
}

/** Returns the location in the settings. */
export function backupPlaceOf({ at }: Pick<BackupSettings, 'at'>, dataDir: string): BackupPlace {
  return 'folder' in at ? folderPlace(at.folder, dataDir) : bucketPlace(at.bucket, dataDir)
}

function folderPlace(folder: string, dataDir: string): BackupPlace {
  return {
    words: `the folder ${folder}`,
    copies: new DiskStore(folder, { isFlat: true }),
    files: new DiskStore(join(folder, 'files')),
    workFolder: folder,
    check: () => requireFolder(folder, dataDir),
  }
}

function bucketPlace(bucket: S3Place, dataDir: string): BackupPlace {
  const within = (folder: string) => new S3Store({ ...bucket, prefix: `${bucket.prefix}${folder}/` })
  return {
    words: `the bucket ${bucket.bucket}`,
    copies: within('copies'),
    files: within('files'),
    workFolder: dataDir,
    check: async () => {},
  }
}

// A missing folder isn't created: it might be an unmounted share, and the disk below it the server's own.
async function requireFolder(folder: string, dataDir: string): Promise<void> {
  if (!relative(dataDir, folder).startsWith('..'))
    throw new Error(`The folder ${folder} is inside the data folder. Store backups on another disk.`)
  await access(folder, constants.W_OK).catch((error) => {
    if (error.code === 'ENOENT') throw new Error(`The folder ${folder} doesn’t exist. Create it, or mount its disk.`)
    throw error
  })
}

/** The backup settings: the location, the interval in milliseconds, and the retention rule. */
export interface BackupSettings {
  readonly at: { readonly folder: string } | { readonly bucket: S3Place }
  readonly every: number
  readonly keep: KeepRule
  /** A database URL on the PostgreSQL server where backups are opened, if it isn't the installation's own. */
  readonly checkUrl: string | undefined
}
