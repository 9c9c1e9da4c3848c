import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, untilReached } from '../support/ports.ts'

/** A real Prometheus server. */
export interface Prometheus {
  /** The names of the firing alerts. */
  firing(): Promise<string[]>
  /** The number of series that a query returns; throws Prometheus's error for an invalid query. */
  count(query: string): Promise<number>
  stop(): Promise<void>
}

/** Starts Prometheus, which reads the server's metrics and evaluates the alert rules every second. */
export async function startPrometheus(metricsPort: number, rules: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-prometheus-'))
  const port = await freePort()
  const file = join(folder, 'prometheus.yml')
  writeFileSync(join(folder, 'alerts.yml'), rules)
  writeFileSync(
    file,
    `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: check-requests
    static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }]
`,
  )
  const places = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  const child = spawn('prometheus', [...places, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  await untilReached(port)
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
    const { data, error } = (await answer.json()) as { data: Answer; error?: string }
    if (error) throw new Error(error)
    return data
  }
  return {
    firing: async () =>
      (await ask('alerts')).alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
    count: async (query) => (await ask(`query?query=${encodeURIComponent(query)}`)).result.length,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}

interface Answer {
  readonly alerts: { state: string; labels: { alertname: string } }[]
  readonly result: unknown[]
}
