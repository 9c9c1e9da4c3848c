import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { RecordingDisk } from './recording-disk.ts'

const name = 'recording'
const shortRead = 522
const notFound = 12
// Like SQLite's own file system on Linux: a write never damages adjacent bytes.
const safeOverwrite = 0x1000
const sectorSize = 4096

/** Makes SQLite store its files on this disk. Returns the name of the file system. */
export function installRecordingVfs(sqlite: Sqlite3Static, disk: RecordingDisk): string {
  const { capi, wasm } = sqlite
  const io = new capi.sqlite3_io_methods()
  const vfs = new capi.sqlite3_vfs()
  const usual = new capi.sqlite3_vfs(capi.sqlite3_vfs_find(null))
  const opened = new Map<number, string>()
  Object.assign(io, { $iVersion: 2 })
  Object.assign(vfs, {
    $iVersion: 2,
    $szOsFile: capi.sqlite3_file.structInfo.sizeof,
    $mxPathname: 512,
    $xRandomness: usual.$xRandomness,
    $xSleep: usual.$xSleep,
  })
  const fileMethods = {
    ...contentMethods(sqlite, disk, opened),
    ...lockMethods(sqlite),
    ...memoryMethods(sqlite, opened),
  }
  const { xOpen, ...others } = nameMethods(sqlite, disk)
  const open = (_: number, path: number, file: number, flags: number, outFlags: number) => {
    opened.set(file, xOpen(path))
    const handle = new capi.sqlite3_file(file)
    handle.$pMethods = io.pointer
    handle.dispose()
    if (outFlags) wasm.poke32(outFlags, flags)
    return 0
  }
  sqlite.vfs.installVfs({
    io: { struct: io, methods: fileMethods },
    vfs: { struct: vfs, methods: { ...others, xOpen: open }, name },
  })
  return name
}

/** Reading and writing. Offsets and sizes of files arrive as 64-bit numbers. */
function contentMethods({ wasm }: Sqlite3Static, disk: RecordingDisk, opened: Map<number, string>) {
  const fileOf = (file: number) => opened.get(file) as string
  return {
    xClose: (file: number) => Number(!opened.delete(file)),
    xRead: (file: number, target: number, length: number, at: bigint) => {
      const bytes = disk.file(fileOf(file)).read(Number(at), length)
      wasm
        .heap8u()
        .fill(0, target, target + length)
        .set(bytes, target)
      return bytes.length < length ? shortRead : 0
    },
    xWrite: (file: number, source: number, length: number, at: bigint) => {
      const bytes = wasm.heap8u().slice(source, source + length)
      disk.change({ kind: 'write', file: fileOf(file), at: Number(at), bytes })
      return 0
    },
    xTruncate: (file: number, size: bigint) => {
      disk.change({ kind: 'resize', file: fileOf(file), length: Number(size) })
      return 0
    },
    xSync: (file: number) => {
      disk.flush(fileOf(file))
      return 0
    },
    xFileSize: (file: number, size: number) => {
      wasm.poke64(size, BigInt(disk.file(fileOf(file)).length))
      return 0
    },
    xSectorSize: () => sectorSize,
    xDeviceCharacteristics: () => safeOverwrite,
    xFileControl: () => notFound,
  }
}

/** Locks are never contended, because one thread runs each statement to its end before the next one. */
function lockMethods({ wasm }: Sqlite3Static) {
  return {
    xLock: () => 0,
    xUnlock: () => 0,
    xCheckReservedLock: (_: number, reserved: number) => {
      wasm.poke32(reserved, 0)
      return 0
    },
    xShmLock: () => 0,
    xShmBarrier: () => undefined,
  }
}

/** The index of the write-ahead log, which connections share in memory. */
function memoryMethods({ wasm }: Sqlite3Static, opened: Map<number, string>) {
  const regions = new Map<string, number>()
  return {
    xShmMap: (file: number, region: number, size: number, extend: number, target: number) => {
      const key = `${opened.get(file)} ${region}`
      const known = regions.get(key)
      if (known === undefined && extend) {
        const memory = wasm.alloc(size)
        wasm.heap8u().fill(0, memory, memory + size)
        regions.set(key, memory)
      }
      wasm.pokePtr(target, regions.get(key) ?? 0)
      return 0
    },
    xShmUnmap: () => 0,
  }
}

/** File names. A file without a name is temporary and stays in memory under a generated name. */
function nameMethods({ wasm }: Sqlite3Static, disk: RecordingDisk) {
  let unnamed = 0
  return {
    xOpen: (path: number) => {
      unnamed += 1
      const file = path ? wasm.cstrToJs(path) : `temporary-${unnamed}`
      disk.file(file)
      return file
    },
    xDelete: (_: number, path: number) => {
      disk.remove(wasm.cstrToJs(path))
      return 0
    },
    xAccess: (_: number, path: number, _flags: number, answer: number) => {
      wasm.poke32(answer, Number(disk.has(wasm.cstrToJs(path))))
      return 0
    },
    xFullPathname: (_: number, path: number, length: number, target: number) =>
      Number(wasm.cstrncpy(target, path, length) >= length),
  }
}
