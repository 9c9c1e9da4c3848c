import { type Piece, withImports } from './pieces.ts'

/** The screens that nearly everyone loads after the login: the frame, the dashboard, and the lists of requests. */
const coreScreens = /\/web\/src\/(layout\/frame|screens\/(dashboard|check-requests[\w-]*))\.tsx$/
/** The parts that the header opens. The palette loads soon after every screen. */
const headerParts = /\/web\/src\/layout\/(palette|avatar-menu|shortcuts-dialog)\.tsx$/
/** What only the palette and the screens of settings need. The palette is loaded by then. */
const settingRows = /\/domain\/src\/organization\/setting-rows\.ts$/
const confirmation = /\/web\/src\/ui\/overlay\/confirm-dialog\.tsx$/
const icons = /\/lucide-react\//
const formScreen = /\/web\/src\/screens\/check-request-new\.tsx$/
const screens = /\/web\/src\/screens\//
const rooms = /\/(?:web|domain)\/src\/(?!screens\/)([\w-]+)\//
/** The screen of a request and its comments, which load immediately after it. */
const requestScreen = /\/web\/src\/(screens\/check-request|check-requests\/comments\/comments)\.tsx$/
/** The parts of the request screen that load after a click: documents, dialogs, and delegations. */
const ofRequest = /\/web\/src\/(documents\/attachments|approvals\/delegations|check-requests\/(detail|duplicates))\//

/** The minimum size of a library, in bytes. Nothing else may cause a library to be loaded. */
const librarySize = 60_000
/** The minimum size of a piece that gets its own file, in bytes. */
const fileSize = 18_000
/** The maximum size of a piece that loads right after the core and is therefore included in it, in bytes. */
const tinySize = 800
/** The maximum size of pieces in the core that no screen of the core needs, in bytes: of the frame, and of several rooms. */
const frameTinySize = 250
const sharedTinySize = 500
/** The number of users from which a part of the form goes into the file for dialogs. */
const dialogUsers = 20

const common = /^(core|request|dialogs|palette|form|frame-later)$/

/** True for a file that isn't specific to one room. */
export function isCommon(name: string): boolean {
  return common.test(name)
}

/** True for icons that several files need. All of them are in one file. */
function isIcon({ modules }: Piece): boolean {
  return modules.every((id) => icons.test(id))
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
  const plan = new Plan(new Use(pieces))
  plan.putCore()
  plan.putRequestAndDialogs()
  plan.putFrameLater()
  plan.putRooms()
  return plan.names
}

class Plan {
  readonly names = new Map<Piece, string>()
  readonly #use: Use
  readonly #header: ReadonlySet<Piece>

  constructor(use: Use) {
    this.#use = use
    const confirmations = use.pieces.filter(({ modules }) => modules.some((id) => confirmation.test(id)))
    this.#header = use.neededBy(headerParts).union(withImports(confirmations))
  }

  putCore(): void {
    const use = this.#use
    const core = use.neededBy(coreScreens)
    this.#putAll('core', core)
    this.#putAll('core', withImports(use.light(use.laterThan(core)).filter(({ size }) => size < tinySize)))
    this.#put('core', isIcon)
    this.#put(
      'core',
      (piece) =>
        !piece.opens && piece.size < frameTinySize && this.#importsOnly(/^core$/, piece) && use.isOfFrame(piece),
    )
  }

  /**
   * Everything that a request needs is in one file, except what parts without forms, dialogs, or the palette also need.
   */
  putRequestAndDialogs(): void {
    const use = this.#use
    const header = this.#header
    const form = use.neededBy(formScreen)
    const request = use.neededBy(requestScreen)
    const isSmall = (piece: Piece) => use.isShared(piece) && piece.size < fileSize
    const isField = (piece: Piece) =>
      form.has(piece) && !request.has(piece) && (use.count(piece) >= dialogUsers || isSmall(piece))
    const ofDialogs = withImports(use.pieces.filter(isField)).union(header)
    const isCore = (piece: Piece) => use.isLight(piece) && (use.hasLightUser(piece) || ofDialogs.has(piece))
    this.#put('core', (piece) => request.has(piece) && isCore(piece))
    this.#put(
      'core',
      (piece) => !piece.opens && piece.size < sharedTinySize && use.isLight(piece) && use.isShared(piece),
    )
    this.#putAll('request', request)
    this.#put(ownName, isLibrary)
    this.#put('palette', ({ modules }) => modules.every((id) => settingRows.test(id)))
    this.#put('dialogs', (piece) => isField(piece) || (header.has(piece) && (form.has(piece) || isSmall(piece))))
    this.#putAll('palette', header)
    this.#putAll('form', form)
  }

  putFrameLater(): void {
    const use = this.#use
    const later = withImports(use.light(use.ofFrame))
    this.#putAll('frame-later', later)
    this.#putAll('frame-later', withImports(use.light(use.laterThan(later))))
  }

  putRooms(): void {
    const use = this.#use
    this.#put(ownName, (piece) => piece.size >= fileSize && (piece.opens !== undefined || !use.isShared(piece)))
    // In a file of several rooms, it would make all of them load the parts of the frame.
    const importsFrameLater = ({ imports }: Piece) =>
      [...imports].some((other) => this.names.get(other) === 'frame-later')
    this.#put('access-forms', (piece) => !piece.opens && !use.isLight(piece) && importsFrameLater(piece))
    // Dialogs of all rooms that need nothing of their room, and the viewer of documents.
    const isSimple = (piece: Piece) => this.#importsOnly(/^(core|request|dialogs|simple-later)$/, piece)
    this.#put(
      'simple-later',
      (piece) => piece.opens !== undefined && !use.isLight(piece) && isSimple(piece) && use.isOpenedLater(piece),
    )
    this.#put(
      (piece) => `${use.roomOf(piece)}${use.hasLightUser(piece) ? '' : '-forms'}${use.isLater(piece) ? '-later' : ''}`,
      () => true,
    )
  }

  /** Names the file of these pieces, except those already in another file. */
  #putAll(name: string, chosen: ReadonlySet<Piece>): void {
    this.#put(name, (piece) => chosen.has(piece))
  }

  #put(name: string | ((piece: Piece) => string), accepts: (piece: Piece) => boolean): void {
    for (const piece of this.#use.pieces)
      if (!this.names.has(piece) && accepts(piece)) this.names.set(piece, typeof name === 'string' ? name : name(piece))
  }

  #importsOnly(files: RegExp, { imports }: Piece): boolean {
    return [...imports].every((other) => other.isFirst || files.test(this.names.get(other) ?? ''))
  }
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

  /** True for a piece that a screen or another part without forms needs. */
  hasLightUser(piece: Piece): boolean {
    return this.#usersOf(piece).some((user) => this.isLight(user))
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
    return !this.isShared(piece) && this.isOpenedLater(piece)
  }

  /** True for a piece that no screen loads initially. */
  isOpenedLater(piece: Piece): boolean {
    return !this.#usersOf(piece).some(({ opens = '' }) => screens.test(opens))
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
