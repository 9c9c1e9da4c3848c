import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A hundred ticks per second on every Linux supported by Node.js. */
const ticks = 100

interface Process {
  readonly id: string
  readonly parent: string
  /** The ticks of the process and its finished children. */
  readonly ticks: number
  readonly name: string
}

/**
 * The processor seconds of this process's browsers, whose helper processes no step waits for. Their main processes are
 * excluded, because the step that started them counts them. 0 if the system doesn't report it.
 */
export function secondsOfBrowsers(): number {
  const all = existsSync('/proc/self/stat') ? processes() : []
  const browsers = all.filter(({ parent, name }) => parent === String(process.pid) && name.startsWith('chrom'))
  const below = (ids: readonly string[]): Process[] => {
    const children = all.filter(({ parent }) => ids.includes(parent))
    return children.length === 0 ? [] : [...children, ...below(children.map(({ id }) => id))]
  }
  return below(browsers.map(({ id }) => id)).reduce((sum, one) => sum + one.ticks, 0) / ticks
}

function processes(): Process[] {
  return readdirSync('/proc').flatMap((id) => {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(statOf(id)) ?? []
    const fields = rest.split(' ')
    const [, parent = ''] = fields
    const used = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return rest === '' ? [] : [{ id, parent, ticks: used, name }]
  })
}

function statOf(id: string): string {
  try {
    return /^\d+$/.test(id) ? readFileSync(`/proc/${id}/stat`, 'utf8') : ''
  } catch {
    return ''
  }
}
