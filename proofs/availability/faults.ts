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

/** A failure of the recipe's machines. It is put right when what `inject` returns is called. */
export interface Fault {
  readonly name: string
  readonly rounds: number
  /** How long writes may pause, in seconds. */
  readonly longestPause: number
  /** For how long it lasts before it is put right, in seconds. */
  readonly lasts: number
  /** Nobody has to call again. */
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

/** Kills the database of a machine, with what watches over it; it comes back when the fault is put right. */
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
    name: 'machine of the primary cut from the network',
    rounds: 4,
    longestPause: 30,
    lasts: 40,
    inject: (_cluster, primary) => cut(primary),
  },
  {
    name: 'machine of the primary frozen',
    rounds: 3,
    longestPause: 30,
    lasts: 40,
    inject: (_cluster, primary) => freeze(primary),
  },
  {
    name: 'disk of the primary full',
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
    name: 'machine of the standby cut from the network',
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
    name: 'servers restarted one after the other',
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
    name: 'machine of HAProxy cut from the network',
    rounds: 1,
    longestPause: 30,
    lasts: 25,
    inject: () => cut(activeBalancer()),
  },
  {
    name: 'etcd of all machines killed',
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

/** How long a round lasts until the fault is put right. */
export const lasting = ({ lasts }: Fault) => wait(lasts * 1000)
