import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/processes.mjs'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.mjs'

/** The source code of an earlier commit, with the current packages. */
export interface EarlierVersion {
  readonly commit: string
  readonly main: string
  /** Runs the text of a module in the earlier version's folder; returns its output. */
  run(program: string, env: Record<string, string>): string
  remove(): Promise<void>
}

const listOfMigrations = 'server/src/migrations/index.ts'

function countMigrations(commit: string): number {
  return call('git', ['show', `${commit}:${listOfMigrations}`]).match(/^ {2}'\d{4}-/gm)?.length ?? 0
}

/** Checks out the commit before the last `steps` commits that added a migration. */
export function checkOutBefore(steps: number): EarlierVersion {
  const changes = call('git', ['log', '--format=%h', '--', listOfMigrations]).trim().split('\n')
  const added: string[] = []
  for (const change of changes)
    if (added.length < steps && countMigrations(change) > countMigrations(`${change}^`)) added.push(change)
  const commit = call('git', ['rev-parse', '--short', `${added.at(-1)}^`]).trim()
  const { folder, remove } = makeTemporaryFolder('earlier', {
    last: (made) => ['git', '-C', root, 'worktree', 'remove', '--force', join(made, 'version')],
  })
  const version = join(folder, 'version')
  call('git', ['worktree', 'add', '--quiet', '--detach', version, commit])
  linkPackages(version)
  const run = (program: string, env: Record<string, string>) =>
    call(process.execPath, ['--input-type=module', '--eval', program], version, env)
  return { commit, main: join(version, 'server/src/main.ts'), run, remove }
}

// Links to the workspaces are relative, so they lead to the earlier version's workspaces.
function linkPackages(version: string): void {
  for (const folder of ['', 'domain/', 'server/', 'web/']) {
    const packages = join(root, folder, 'node_modules')
    if (!existsSync(packages)) continue
    const linked = spawnSync('cp', ['-al', packages, join(version, folder)])
    if (linked.status !== 0) call('cp', ['-a', packages, join(version, folder)])
  }
}

function call(program: string, args: readonly string[], cwd = root, env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${stderr}`)
  return stdout
}
