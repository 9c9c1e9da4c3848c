import type { Piece } from './pieces.ts'
import { isCommon, isLibrary } from './plan.ts'

/** The size below which a file is joined with another one, in bytes. */
const smallestSize = 19_000
/** The cost of an additional request, expressed in bytes. */
const requestCost = 8_000
/** The weight of a screen. Screens are opened more often than parts loaded on demand. */
const screenWeight = 4
const screens = /\/web\/src\/screens\//

interface File {
  readonly name: string
  readonly pieces: readonly Piece[]
  readonly size: number
  readonly imports: Set<File>
  /** This file and all files loaded with it, directly or indirectly. */
  readonly whole: Set<File>
}

/** The files loaded when a screen or an on-demand part is opened. */
interface Load {
  readonly weight: number
  readonly needed: ReadonlySet<File>
  readonly there: ReadonlySet<File>
}

/**
 * Joins files too small to be worth a request with other files, chosen so that the fewest unneeded bytes are loaded.
 */
export function joinSmallFiles(names: ReadonlyMap<Piece, string>): ReadonlyMap<Piece, string> {
  const joined = new Map(names)
  for (;;) {
    const files = filesOf(joined)
    const [small] = files.filter(({ name, size }) => size < smallestSize && !isCommon(name)).sort(bySize)
    const host = small && cheapestHost(small, files, loadsOf(files))
    if (!host) return joined
    for (const piece of small.pieces) joined.set(piece, host.name)
  }
}

function filesOf(names: ReadonlyMap<Piece, string>): File[] {
  const groups = Map.groupBy(names.keys(), (piece) => names.get(piece) as string)
  const files = new Map([...groups].map(([name, pieces]) => [name, fileOf(name, pieces)]))
  for (const file of files.values()) {
    const imported = file.pieces.flatMap(({ imports }) => [...imports].map((piece) => names.get(piece)))
    for (const name of new Set(imported)) if (name && name !== file.name) file.imports.add(files.get(name) as File)
  }
  for (const { whole } of files.values()) for (const file of whole) for (const other of file.imports) whole.add(other)
  const circle = [...files.values()].find((file) => [...file.imports].some(({ whole }) => whole.has(file)))
  if (circle) throw new Error(`The file ${circle.name} of the build would import itself through others`)
  return [...files.values()]
}

function fileOf(name: string, pieces: readonly Piece[]): File {
  const size = pieces.reduce((sum, piece) => sum + piece.size, 0)
  const file: File = { name, pieces, size, imports: new Set(), whole: new Set() }
  file.whole.add(file)
  return file
}

function loadsOf(files: readonly File[]): Load[] {
  const fileOfPiece = new Map(files.flatMap((file) => file.pieces.map((piece) => [piece, file] as const)))
  const loaders = new Map<Piece, File[]>()
  for (const [piece, file] of fileOfPiece)
    for (const loaded of piece.loadsLater) loaders.set(loaded, [...(loaders.get(loaded) ?? []), file])
  return [...fileOfPiece].flatMap(([piece, { whole }]) => {
    if (!piece.opens) return []
    const there = (loaders.get(piece) ?? []).map((loader) => loader.whole)
    const weight = screens.test(piece.opens) ? screenWeight : 1
    return { weight, needed: whole, there: there.reduce((all, one) => all.intersection(one), there[0] ?? new Set()) }
  })
}

function bySize(one: File, other: File): number {
  return one.size - other.size || one.name.localeCompare(other.name)
}

function cheapestHost(small: File, files: readonly File[], loads: readonly Load[]): File | undefined {
  const hosts = files.filter(
    (file) =>
      file !== small &&
      !isCommon(file.name) &&
      !file.pieces.some(isLibrary) &&
      isLater(file) === isLater(small) &&
      !importsThroughOthers(file, small) &&
      !importsThroughOthers(small, file),
  )
  const costs = hosts.map((host) => ({ host, cost: costOf(small, host, loads) }))
  return costs.sort((one, other) => one.cost - other.cost || bySize(one.host, other.host))[0]?.host
}

/**
 * True for a file of parts that load only after a click. Such a file stays separate from what a screen loads initially.
 */
function isLater({ name }: File): boolean {
  return name.endsWith('-later')
}

function importsThroughOthers(file: File, other: File): boolean {
  return [...file.imports].some((between) => between !== other && between.whole.has(other))
}

/** The additional bytes that all loads together would fetch if the two files were joined. */
function costOf(one: File, other: File, loads: readonly Load[]): number {
  const together = one.whole.union(other.whole)
  const costs = loads.map(({ weight, needed, there }) => {
    if (!needed.has(one) && !needed.has(other)) return 0
    const added = [...together.difference(needed).difference(there)]
    const bytes = added.reduce((sum, { size }) => sum + size, 0)
    return weight * (bytes + (added.length - 1) * requestCost)
  })
  return costs.reduce((sum, cost) => sum + cost, 0)
}
