import { type Piece, withImports } from './pieces.ts'

/** The screens that nearly everyone loads after the login: the frame, the dashboard, and the lists of requests. */
const coreScreens = /\/web\/src\/(layout\/frame|screens\/(dashboard|check-requests[\w-]*))\.tsx$/
/** The parts that the header opens. The palette loads soon after every screen. */
const headerParts = /\/web\/src\/layout\/(palette|avatar-menu|shortcuts-dialog)\.tsx$/
const formScreen = /\/web\/src\/screens\/check-request-new\.tsx$/
const screens = /\/web\/src\/screens\//
const rooms = /\/(?:web|domain)\/src\/(?!screens\/)([\w-]+)\//
/** The parts of the request screen that load after a click: documents, dialogs, and delegations. */
const ofRequest = /\/web\/src\/(documents\/attachments|approvals\/delegations|check-requests\/(detail|duplicates))\//

/** The minimum size of a library, in bytes. Nothing else may cause a library to be loaded. */
const librarySize = 60_000
/** The minimum size of a piece that gets its own file, in bytes. */
const fileSize = 18_000
/** The maximum size of a piece that loads right after the core and is therefore included in it, in bytes. */
const tinySize = 800
const sharedTinySize = 250
/**
 * The number of users from which a shared part of the form goes into the file for dialogs or the file for all forms.
 */
const dialogUsers = 75
const formUsers = 20

const common = /^(core|schemas|inputs|dialogs|palette|fields|form|frame-later)$/

/** True for a file that isn't specific to one room. */
export function isCommon(name: string): boolean {
  return common.test(name)
}

/** True for a library, which must not be loaded along with other pieces. */
export function isLibrary({ size }: Piece): boolean {
  return size >= librarySize
}

/**
 * Names the file of each piece: first the common files, each of which imports only files before it, then the files of
 * rooms. A room has up to four files: what its screens load initially and what loads after a click (`-later`), each
 * with forms (`-forms`) or without, so that a list doesn't load what only forms need.
 */
export function planFiles(pieces: readonly Piece[]): Map<Piece, string> {
  const names = new Map<Piece, string>()
  const use = new Use(pieces)
  const put = (name: string | ((piece: Piece) => string), accepts: (piece: Piece) => boolean) => {
    for (const piece of use.pieces)
      if (!names.has(piece) && accepts(piece)) names.set(piece, typeof name === 'string' ? name : name(piece))
  }
  const isIn = (chosen: ReadonlySet<Piece>) => (piece: Piece) => chosen.has(piece)
  const core = use.neededBy(coreScreens)
  const header = use.neededBy(headerParts)
  const form = use.neededBy(formScreen)
  put('core', isIn(core))
  const tiny = use.light(use.laterThan(core)).filter(({ size }) => size < tinySize)
  put('core', isIn(withImports(tiny)))
  const onlyCore = ({ imports }: Piece) => [...imports].every((other) => other.isFirst || names.get(other) === 'core')
  put('core', (piece) => !piece.opens && piece.size < sharedTinySize && onlyCore(piece) && use.isOfFrame(piece))

  put(ownName, isLibrary)
  put(
    'inputs',
    (piece) =>
      use.isShared(piece) &&
      use.isLight(piece) &&
      (form.has(piece) || header.has(piece) || use.count(piece) >= formUsers),
  )
  put('schemas', (piece) => form.has(piece) && use.isShared(piece) && use.needsOnlyLibrary(piece))
  put('dialogs', (piece) => form.has(piece) && (use.count(piece) >= dialogUsers || header.has(piece)))
  put('palette', isIn(header))
  put(
    'fields',
    (piece) => form.has(piece) && (use.count(piece) >= formUsers || (piece.size < fileSize && use.isShared(piece))),
  )
  put('form', isIn(form))
  put('frame-later', isIn(withImports(use.light(use.ofFrame))))
  put(ownName, (piece) => piece.size >= fileSize && (piece.opens !== undefined || !use.isShared(piece)))
  put(
    (piece) => `${use.roomOf(piece)}${use.isLight(piece) ? '' : '-forms'}${use.isLater(piece) ? '-later' : ''}`,
    () => true,
  )
  return names
}

/** Knows which screens, dialogs, and other parts loaded by `import()` need each piece. */
class Use {
  readonly #users = new Map<Piece, Piece[]>()
  readonly #opened: readonly Piece[]
  readonly #large: ReadonlySet<Piece>
  /** The pieces that the first page and the core load on demand. */
  readonly ofFrame: ReadonlySet<Piece>

  constructor(pieces: readonly Piece[]) {
    this.#opened = pieces.filter(({ opens, isFirst }) => opens && !isFirst)
    for (const user of this.#opened)
      for (const piece of withImports([user])) this.#users.set(piece, [...(this.#users.get(piece) ?? []), user])
    const core = this.neededBy(coreScreens)
    this.ofFrame = this.laterThan([...pieces.filter(({ isFirst }) => isFirst), ...core])
    this.#large = new Set(this.pieces.filter((p) => !core.has(p) && p.size >= fileSize && this.isShared(p)))
  }

  get pieces(): Piece[] {
    return [...this.#users.keys()]
  }

  neededBy(screen: RegExp): Set<Piece> {
    return withImports(this.#opened.filter(({ opens = '' }) => screen.test(opens)))
  }

  laterThan(these: Iterable<Piece>): Set<Piece> {
    const loaded = [...these].flatMap(({ loadsLater }) => [...loadsLater])
    return new Set(
      loaded.filter(({ opens = '', isFirst }) => !isFirst && !coreScreens.test(opens) && !screens.test(opens)),
    )
  }

  count(piece: Piece): number {
    return this.#usersOf(piece).length
  }

  /** True for a piece that needs none of the large shared pieces, such as schemas, dialogs, and form parts. */
  isLight(piece: Piece): boolean {
    return withImports([piece]).isDisjointFrom(this.#large)
  }

  light(pieces: Iterable<Piece>): Piece[] {
    return [...pieces].filter((piece) => this.isLight(piece))
  }

  needsOnlyLibrary(piece: Piece): boolean {
    const large = withImports([piece]).intersection(this.#large)
    return piece.size < fileSize && large.size > 0 && [...large].every(isLibrary)
  }

  isOfFrame(piece: Piece): boolean {
    return this.#usersOf(piece).some((user) => this.ofFrame.has(user) && this.isLight(user))
  }

  isShared(piece: Piece): boolean {
    return this.#roomsOf(piece).size > 1
  }

  roomOf(piece: Piece): string {
    const [room = 'library'] = this.#roomsOf(piece)
    return this.isShared(piece) ? 'shared' : room
  }

  isLater(piece: Piece): boolean {
    return !this.isShared(piece) && !this.#usersOf(piece).some(({ opens = '' }) => screens.test(opens))
  }

  #usersOf(piece: Piece): readonly Piece[] {
    return this.#users.get(piece) ?? []
  }

  #roomsOf(piece: Piece): Set<string> {
    return new Set(this.#usersOf(piece).map((user) => (this.ofFrame.has(user) ? 'menus' : folderOf(user))))
  }
}

function ownName({ opens, modules }: Piece): string {
  return /([\w-]+)\.\w+$/.exec(opens ?? modules.at(-1) ?? '')?.[1] ?? 'library'
}

/** The folder that contains most of a piece's modules. */
function folderOf({ opens = '', modules }: Piece): string {
  if (ofRequest.test(opens)) return 'request'
  const folders = Map.groupBy(modules, (id) => rooms.exec(id)?.[1])
  folders.delete(undefined)
  const [largest] = [...folders].sort(([, one], [, other]) => other.length - one.length)
  return largest?.[0] ?? 'library'
}
