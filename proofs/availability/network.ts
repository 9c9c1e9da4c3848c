import { execFileSync } from 'node:child_process'

/** The machines of the setup: databases (each with etcd), load balancers, and servers of the product. */
export const databases = ['n1', 'n2', 'n3'] as const
export const balancers = ['lb1', 'lb2'] as const
export const servers = ['app1', 'app2'] as const
export type Database = (typeof databases)[number]
export type Machine = Database | (typeof balancers)[number] | (typeof servers)[number]

export const addressOf: Record<Machine, string> = {
  n1: '10.77.0.11',
  n2: '10.77.0.12',
  n3: '10.77.0.13',
  lb1: '10.77.0.21',
  lb2: '10.77.0.22',
  app1: '10.77.0.31',
  app2: '10.77.0.32',
}
/** The address that the load balancers share. */
export const shared = '10.77.0.20'

const bridge = 'switch'

/** Creates a network namespace for each machine, and a switch that connects them to each other and to the caller. */
export function createNetwork(): void {
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns')
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', '10.77.0.1/24', 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  for (const [machine, address] of Object.entries(addressOf)) {
    ip('netns', 'add', machine)
    ip('link', 'add', cableOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', machine)
    ip('-n', machine, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    for (const device of ['lo', 'eth0']) ip('-n', machine, 'link', 'set', device, 'up')
    ip('link', 'set', cableOf(machine), 'up')
    plugIn(machine)
  }
}

/** Disconnects a machine from the switch: packets are lost, and neither side is notified. */
export function unplug(machine: string): void {
  ip('link', 'set', cableOf(machine), 'nomaster')
}

export function plugIn(machine: string): void {
  ip('link', 'set', cableOf(machine), 'master', bridge)
}

/** The command prefix for running a command on this machine. */
export function onMachine(machine: Machine): string[] {
  return ['nsenter', `--net=/run/netns/${machine}`]
}

/** The process ids on a machine. */
export function processesOf(machine: Machine): number[] {
  return run('ip', 'netns', 'pids', machine).split('\n').filter(Boolean).map(Number)
}

export function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function ip(...args: string[]): void {
  run('ip', ...args)
}

function cableOf(machine: string): string {
  return `to-${machine}`
}
