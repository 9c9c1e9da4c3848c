import { spawnSync } from 'node:child_process'
import { dirname, relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { anyServerFeature, featureOf } from './features.ts'
import { readSources, type Source } from './sources.ts'
import { ownersOfTables } from './table-owners.ts'

/** The number of latest commits that count as one change on main. */
const recentCommits = 10

/** The server features whose statements a change touches. `everything` if shared code was changed or git can't tell. */
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
 * The differences from main or, on main, from the tenth commit before: paths from the root, including untracked files.
 * Undefined if git can't tell.
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

/** The queries, tables, and migrations of a feature, and the platform's database code. */
export function holdsStatements({ path, imports }: Source): boolean {
  if (/\.test\.ts$/.test(path)) return false
  if (isOfPlatform(path)) return imports.some((name) => ['npm:kysely', 'npm:pg', 'node:sqlite'].includes(name))
  return new RegExp(`^server/src/(migrations/|(${anyServerFeature}|demo)/(queries/|queries\\.ts$|tables\\.ts$))`).test(
    path,
  )
}

/**
 * The features whose tests cover this file's statements best: the file's own feature or, for a migration, the features
 * whose tables it names.
 */
export function featuresOf({ path, text }: Source, sources: readonly Source[]): string[] {
  if (!path.startsWith('server/src/migrations/')) return [featureOf(path) ?? dirname(relative('server/src', path))]
  const named = [...ownersOfTables(sources)].filter(([table]) => new RegExp(`\\b${table}\\b`).test(text))
  return ['migrations', ...named.flatMap(([, owner]) => featureOf(owner) ?? [])]
}
