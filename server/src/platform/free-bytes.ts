import { statfs } from 'node:fs/promises'
import { propertyOf } from './property.ts'

/** How many bytes are left for this process on the disk that has a folder; null where there is no such folder. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (propertyOf(error, 'code') !== 'ENOENT') throw error
    return null
  }
}
