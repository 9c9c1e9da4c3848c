import { spawnSync } from 'node:child_process'
import { dirname, relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { anyServerFeature, featureOf } from './features.ts'
import { readSources, type Source } from './sources.ts'
import { ownersOfTables } from './table-owners.ts'

/** How many commits a change on main itself goes back. */
const recentCommits = 10

/**
 * The features of the server whose statements a change touches. `everything` where what all statements share was changed,
 * or where git cannot tell.
 */
export function touchedFeatures(): readonly string[] | 'everything' {
  const files = changedFiles()
  if (!files) return 'everything'
  const sources = readSources('server/src')
  const statements = sources.filter((source) => files.includes(source.path) && holdsStatements(source))
  if (statements.some(({ path }) => isOfPlatform(path))) return 'everything'
  return [...new Set(statements.flatMap((source) => featuresOf(source, sources)))].sort()
}

const isOfPlatform = (path: string) => path.startsWith('server/src/platform/')

/**
 * What differs from main or, on main, from the tenth commit before: paths from the root, with those of files that git does
 * not track yet. Undefined where git cannot tell.
 */
export function changedFiles(): string[] | undefined {
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD')?.[0]
  const base = branch === 'main' || branch === 'HEAD' ? beforeRecentCommits() : git('merge-base', 'HEAD', 'main')?.[0]
  const changed = base === undefined ? undefined : git('diff', '--name-only', base)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return changed && untracked && [...changed, ...untracked]
}

function beforeRecentCommits(): string | undefined {
  const commits = git('rev-list', '--first-parent', '-n', String(recentCommits + 1), 'HEAD')
  return commits?.length === recentCommits + 1 ? commits.at(-1) : undefined
}

function git(...args: string[]): string[] | undefined {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined
}

/** Queries, tables and migrations of a feature, and what of the platform speaks to databases. */
export function holdsStatements({ path, imports }: Source): boolean {
  if (/\.test\.ts$/.test(path)) return false
  if (isOfPlatform(path)) return imports.some((name) => ['npm:kysely', 'npm:pg', 'node:sqlite'].includes(name))
  return new RegExp(`^server/src/(migrations/|(${anyServerFeature}|demo)/(queries/|queries\\.ts$|tables\\.ts$))`).test(
    path,
  )
}

/** The feature of a file, whose tests know its statements best; of a migration, the features whose tables it names. */
export function featuresOf({ path, text }: Source, sources: readonly Source[]): string[] {
  if (!path.startsWith('server/src/migrations/')) return [featureOf(path) ?? dirname(relative('server/src', path))]
  const named = [...ownersOfTables(sources)].filter(([table]) => new RegExp(`\\b${table}\\b`).test(text))
  return ['migrations', ...named.flatMap(([, owner]) => featureOf(owner) ?? [])]
}
