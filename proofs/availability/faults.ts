import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, signalIfThere } from './cluster.ts'
import {
  balancers,
  type Database,
  databases,
  type Machine,
  plugIn,
  processesOf,
  run,
  servers,
  shared,
  unplug,
} from './network.ts'

/** A failure of the setup's machines. `inject` returns a function that repairs it. */
export interface Fault {
  readonly name: string
  readonly rounds: number
  /** The maximum pause of writes, in seconds. */
  readonly longestPause: number
  /** The time before the failure is repaired, in seconds. */
  readonly lasts: number
  /** True if no call may fail. */
  readonly failsNothing?: true
  inject(cluster: Cluster, primary: Database): Promise<() => void> | (() => void)
}

const signal = (machine: Machine, name: NodeJS.Signals) => {
  for (const pid of processesOf(machine)) signalIfThere(pid, name)
}

function activeBalancer(): (typeof balancers)[number] {
  return balancers.find((name) => run('ip', '-n', name, 'addr', 'show', 'eth0').includes(`${shared}/`)) ?? 'lb1'
}

function cut(machine: Machine): () => void {
  unplug(machine)
  return () => plugIn(machine)
}

/** Kills a machine's Patroni and PostgreSQL; the returned function restarts them. */
function killDatabase(cluster: Cluster, node: Database): () => void {
  cluster.kill(node, 'patroni')
  return () => cluster.launch(node, 'patroni')
}

function freeze(machine: Machine): () => void {
  signal(machine, 'SIGSTOP')
  return () => signal(machine, 'SIGCONT')
}

export const faults: readonly Fault[] = [
  { name: 'primary killed', rounds: 4, longestPause: 30, lasts: 30, inject: killDatabase },
  {
    name: 'primary machine cut from the network',
    rounds: 4,
    longestPause: 30,
    lasts: 40,
    inject: (_cluster, primary) => cut(primary),
  },
  {
    name: 'primary machine frozen',
    rounds: 3,
    longestPause: 30,
    lasts: 40,
    inject: (_cluster, primary) => freeze(primary),
  },
  {
    name: 'primary disk full',
    rounds: 2,
    longestPause: 30,
    lasts: 45,
    inject: (cluster, primary) => {
      cluster.fill(primary)
      return () => cluster.empty(primary)
    },
  },
  {
    name: 'primary and its standby killed',
    rounds: 1,
    longestPause: 90,
    lasts: 40,
    inject: async (cluster, primary) => {
      const standby = await cluster.standbyOf(primary)
      const heal = [killDatabase(cluster, primary), killDatabase(cluster, standby)]
      return () => {
        for (const put of heal) put()
      }
    },
  },
  {
    name: 'both standbys frozen, then primary killed',
    rounds: 1,
    longestPause: 60,
    lasts: 35,
    inject: async (cluster, primary) => {
      const standbys = databases.filter((node) => node !== primary)
      for (const node of standbys) cluster.signalDatabase(node, 'SIGSTOP')
      await wait(8000)
      const heal = killDatabase(cluster, primary)
      for (const node of standbys) cluster.signalDatabase(node, 'SIGCONT')
      return heal
    },
  },
  {
    name: 'standby killed',
    rounds: 1,
    longestPause: 30,
    lasts: 25,
    inject: async (cluster, primary) => killDatabase(cluster, await cluster.standbyOf(primary)),
  },
  {
    name: 'standby machine cut from the network',
    rounds: 1,
    longestPause: 30,
    lasts: 25,
    inject: async (cluster, primary) => cut(await cluster.standbyOf(primary)),
  },
  {
    name: 'server killed',
    rounds: 2,
    longestPause: 5,
    lasts: 10,
    inject: (cluster) => {
      cluster.kill('app1', 'server')
      return () => cluster.launch('app1', 'server')
    },
  },
  {
    name: 'servers restarted one at a time',
    rounds: 1,
    longestPause: 3,
    lasts: 5,
    failsNothing: true,
    inject: async (cluster) => {
      for (const server of servers) await cluster.restart(server)
      return () => {}
    },
  },
  {
    name: 'HAProxy killed',
    rounds: 1,
    longestPause: 20,
    lasts: 15,
    inject: (cluster) => {
      const balancer = activeBalancer()
      cluster.kill(balancer, 'haproxy')
      return () => cluster.launch(balancer, 'haproxy')
    },
  },
  {
    name: 'HAProxy machine cut from the network',
    rounds: 1,
    longestPause: 30,
    lasts: 25,
    inject: () => cut(activeBalancer()),
  },
  {
    name: 'etcd killed on all machines',
    rounds: 1,
    longestPause: 30,
    lasts: 30,
    inject: (cluster) => {
      for (const node of databases) cluster.kill(node, 'etcd')
      return () => {
        for (const node of databases) cluster.launch(node, 'etcd')
      }
    },
  },
]

/** Waits until the fault is due to be repaired. */
export const lasting = ({ lasts }: Fault) => wait(lasts * 1000)
