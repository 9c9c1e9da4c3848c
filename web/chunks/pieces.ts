import { build, type InlineConfig, type Rolldown } from 'vite'

/** Modules that are always needed together. A build without grouping would put them in one file. */
export interface Piece {
  /** The module that `import()` names to load this piece; undefined if there is none. */
  readonly opens: string | undefined
  readonly modules: readonly string[]
  /** Size in bytes after minification, without import and export statements. */
  readonly size: number
  /** True if every page loads this piece before anything else. */
  readonly isFirst: boolean
  readonly imports: Set<Piece>
  readonly loadsLater: Set<Piece>
}

/** Puts every module that the page starts with in one file, even modules that other parts also need. */
export const firstGroup = { name: 'first', tags: ['$initial' as const] }

/**
 * Runs a build without writing files, because only a build knows what remains of each module and which modules need it.
 */
export async function findPieces(config: InlineConfig): Promise<readonly Piece[]> {
  const { rolldownOptions } = config.build ?? {}
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: {
      ...config.build,
      write: false,
      modulePreload: false,
      rolldownOptions: { ...rolldownOptions, output: { codeSplitting: { groups: [firstGroup] } } },
    },
  })
  const chunks = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk')
  const pieces = new Map(chunks.map((chunk) => [chunk.fileName, pieceOf(chunk)]))
  const named = (files: readonly string[]) => files.flatMap((file) => pieces.get(file) ?? [])
  for (const [index, piece] of [...pieces.values()].entries()) {
    for (const other of named(chunks[index]?.imports ?? [])) piece.imports.add(other)
    for (const other of named(chunks[index]?.dynamicImports ?? [])) piece.loadsLater.add(other)
  }
  return [...pieces.values()]
}

const links = /(?:import(?:[\w${},\s*]+from)?"\.\/[^"]+"|export\{[^}]*\});/g

function pieceOf({ isEntry, isDynamicEntry, facadeModuleId, moduleIds, code }: Rolldown.OutputChunk): Piece {
  const opens = isDynamicEntry ? (facadeModuleId ?? undefined) : undefined
  return {
    opens,
    modules: moduleIds,
    size: code.replaceAll(links, '').length,
    isFirst: isEntry,
    imports: new Set(),
    loadsLater: new Set(),
  }
}

/** These pieces and all pieces that they import, except those that every page has already loaded. */
export function withImports(from: Iterable<Piece>): Set<Piece> {
  const found = new Set(from)
  for (const { imports } of found) for (const piece of imports) if (!piece.isFirst) found.add(piece)
  return found
}
