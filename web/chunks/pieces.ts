import { build, type InlineConfig, type Rolldown } from 'vite'

/** Modules that are needed together wherever one of them is needed: a file of a build that groups nothing. */
export interface Piece {
  /** The module that `import()` names to load this piece, if one does. */
  readonly opens: string | undefined
  readonly modules: readonly string[]
  /** Minified, in bytes, without the names by which pieces import each other. */
  readonly size: number
  /** Every page loads it before anything else. */
  readonly isFirst: boolean
  readonly imports: Set<Piece>
  readonly loadsLater: Set<Piece>
}

/** Every module that the page starts with, whoever else needs it, so that this is one file. */
export const firstGroup = { name: 'first', tags: ['$initial' as const] }

/** Builds without writing, because only a build knows what is left of each module and who needs it then. */
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

/** These and all that they import, without what every page has loaded already. */
export function withImports(from: Iterable<Piece>): Set<Piece> {
  const found = new Set(from)
  for (const { imports } of found) for (const piece of imports) if (!piece.isFirst) found.add(piece)
  return found
}
