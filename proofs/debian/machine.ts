import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.mjs'

const beginsWithin = 60_000
const script = 'proofs/debian/machine.sh'
// Files and network are shared with the host; processes, mounts, and control groups are separate.
const namespaces = ['--mount', '--pid', '--uts', '--ipc', '--cgroup', '--fork', '--kill-child']

/** The exit code and output of a command on the temporary machine. */
interface Ended {
  readonly code: number | null
  readonly output: string
}

/**
 * A temporary machine with its own systemd on the host's files; changes are kept in memory. Needs root.
 */
export class Machine {
  readonly #keeper: ChildProcess
  readonly #first: number
  readonly #end: () => Promise<void>

  private constructor(keeper: ChildProcess, first: number, end: () => Promise<void>) {
    this.#keeper = keeper
    this.#first = first
    this.#end = end
  }

  static async start(): Promise<Machine> {
    const { folder, remove } = makeTemporaryFolder('machine')
    const group = join(findControlGroups(), `check-requests-${process.pid}`)
    mkdirSync(group)
    const inGroup = ['-c', 'echo $$ >"$1/cgroup.procs"; shift; exec "$@"', 'sh', group]
    const keeper = spawn('sh', [...inGroup, 'unshare', ...namespaces, 'sh', script, folder], { stdio: 'ignore' })
    const end = async () => {
      await remove()
      await removeGroups(group)
    }
    return new Machine(keeper, await firstProcess(keeper), end).#begun()
  }

  async #begun(): Promise<this> {
    const latest = Date.now() + beginsWithin
    while (this.run('systemctl', 'is-active', 'proof.target').code !== 0) {
      if (Date.now() > latest) throw new Error('systemd hasn’t started.')
      await wait(200)
    }
    return this
  }

  /** Runs a program on the temporary machine until it exits. */
  run(program: string, ...args: string[]): Ended {
    const there = ['--target', String(this.#first), '--all', program, ...args]
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' }
    const { status, stdout, stderr } = spawnSync('nsenter', there, { env, encoding: 'utf8', cwd: '/' })
    return { code: status, output: stdout + stderr }
  }

  /** Runs a program and returns its output; throws an error with the output if the program fails. */
  do(program: string, ...args: string[]): string {
    const { code, output } = this.run(program, ...args)
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${output}`)
    return output
  }

  /** Copies a file from the host to /root of the temporary machine. Returns its path there. */
  take(file: string): string {
    const name = `/root/${basename(file)}`
    copyFileSync(file, this.#here(name))
    return name
  }

  write(file: string, content: string): void {
    mkdirSync(this.#here(join(file, '..')), { recursive: true })
    writeFileSync(this.#here(file), content)
  }

  async stop(): Promise<void> {
    const gone = once(this.#keeper, 'exit')
    this.#keeper.kill('SIGKILL')
    await gone
    await this.#end()
  }

  readonly #here = (file: string) => `/proc/${this.#first}/root${file}`
}

function findControlGroups(): string {
  return execFileSync('findmnt', ['-n', '-o', 'TARGET', '-t', 'cgroup2'], { encoding: 'utf8' }).split('\n')[0] ?? ''
}

/** The first process of the temporary machine, which is the child of `unshare`. */
async function firstProcess({ pid }: ChildProcess): Promise<number> {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  const comm = child ? readFileSync(`/proc/${child}/comm`, 'utf8').trim() : ''
  if (child && comm === 'systemd') return Number(child)
  await wait(50)
  return firstProcess({ pid } as ChildProcess)
}

// Retried, because control groups are empty only some time after their last process has ended.
async function removeGroups(group: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const all = execFileSync('find', [group, '-depth', '-type', 'd'], { encoding: 'utf8' }).trim().split('\n')
    try {
      for (const each of all) rmdirSync(each)
      return
    } catch {
      await wait(100)
    }
  }
}
