import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.mjs'

const beginsWithin = 60_000
const script = 'proofs/debian/machine.sh'
// Of this machine's ways there are the files and the network; processes, mounts and control groups are its own.
const namespaces = ['--mount', '--pid', '--uts', '--ipc', '--cgroup', '--fork', '--kill-child']

/** What a command there has ended with, and all that it wrote. */
interface Ended {
  readonly code: number | null
  readonly output: string
}

/**
 * A throwaway machine with a systemd of its own, on the files of this one; what changes there is kept in memory. It needs
 * root.
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
      if (Date.now() > latest) throw new Error('systemd has not begun.')
      await wait(200)
    }
    return this
  }

  /** Runs a program there to its end. */
  run(program: string, ...args: string[]): Ended {
    const there = ['--target', String(this.#first), '--all', program, ...args]
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' }
    const { status, stdout, stderr } = spawnSync('nsenter', there, { env, encoding: 'utf8', cwd: '/' })
    return { code: status, output: stdout + stderr }
  }

  /** The same; fails with what it wrote when it does. */
  do(program: string, ...args: string[]): string {
    const { code, output } = this.run(program, ...args)
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${output}`)
    return output
  }

  /** Puts a file of this machine into /root of that one. Returns its path there. */
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

/** The child of whoever has unshared: the first process in there. */
async function firstProcess({ pid }: ChildProcess): Promise<number> {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  const comm = child ? readFileSync(`/proc/${child}/comm`, 'utf8').trim() : ''
  if (child && comm === 'systemd') return Number(child)
  await wait(50)
  return firstProcess({ pid } as ChildProcess)
}

// They are empty a moment after their last process has ended.
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
