import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const docker = 'deploy/docker'
const read = (file: string) => readFileSync(file, 'utf8')

/** Settings that the server reads directly, and those that Node and the AWS SDK read. */
const known = new Set([
  ...[...read('server/src/config.ts').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name),
  ...['NODE_COMPILE_CACHE', 'HOME', 'TZ'],
])
const unknownOf = (names: Iterable<string>) => [...names].filter((name) => !known.has(name))

/** The settings in an environment file, including those that are commented out. */
function settingsIn(file: string): Record<string, string> {
  const lines = read(file).matchAll(/^#?([A-Z_]+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value.replace(/^"(.*)"$/, '$1')]))
}

test('accepts every setting in the Debian package defaults and its example values', () => {
  const shown = { ...settingsIn('deploy/debian/defaults'), ...settingsIn('deploy/debian/environment') }
  expect(Object.keys(shown).length).toBeGreaterThan(8)
  expect(unknownOf(Object.keys(shown))).toEqual([])
  expect(readConfig(shown).trustedProxies).toEqual(['127.0.0.1'])
  const inUnit = [...read('deploy/debian/check-requests.service').matchAll(/^Environment=(\w+)=/gm)]
  expect(unknownOf(inUnit.map(([, name = '']) => name))).toEqual([])
})

describe('docs/operations.md', () => {
  const manual = read('docs/operations.md')

  test('documents every setting that the server reads', () => {
    const named = new Set([...manual.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name))
    expect(
      [...known].filter((name) => !named.has(name) && !['NODE_COMPILE_CACHE', 'HOME'].includes(String(name))),
    ).toEqual([])
  })

  test('documents every command of the command line', () => {
    const [, help = ''] = read('server/src/cli.ts').split('const help = `')
    const commands = [...(help.split('\n\n')[1]?.matchAll(/^ {2}((?:[a-z-]+ )+)/gm) ?? [])].map(([, words = '']) =>
      words.trim(),
    )
    expect(commands.length).toBeGreaterThan(10)
    expect(commands.filter((words) => !new RegExp(`^\\|.*\`${words}\\b.*\\|`, 'm').test(manual))).toEqual([])
  })

  test('states the same proxy timeouts as the samples and the high availability page', () => {
    const [, seconds] = /read timeout of (\d+) seconds/.exec(manual.replaceAll('\n', ' ')) ?? []
    expect(read('deploy/proxies/nginx.conf')).toContain(`proxy_read_timeout ${seconds}s;`)
    for (const file of ['docs/high-availability.md', 'proofs/availability/settings.ts']) {
      const [, app = ''] = read(file).split('listen app')
      const timeouts = [...app.matchAll(/timeout (?:client|server) (\w+)/g)].map(([, time]) => time)
      expect(timeouts.slice(0, 3)).toEqual([`${seconds}s`, `${seconds}s`, `${seconds}s`])
    }
  })
})

test('creates the data folder in the Debian package before the command line or the server needs it', () => {
  const data = /^DATA_DIR=(.+)$/m.exec(read('deploy/debian/defaults'))?.[1]
  const script = read('deploy/debian/postinst')
  expect(script).toContain(`\ndata=${data}\n`)
  const [, steps = ''] = script.split('\n  configure)\n')
  const made = steps.indexOf('install -d -o check-requests -g check-requests -m 700 $data\n')
  expect(made).toBeGreaterThan(steps.indexOf('systemd-sysusers'))
  expect(made).toBeLessThan(steps.indexOf('then upgrade; else install_first'))
})

test('accepts the settings shown in the proxy samples', () => {
  for (const file of readdirSync('deploy/proxies')) {
    const shown = [...read(`deploy/proxies/${file}`).matchAll(/^# {3}([A-Z_]+)=(.*)$/gm)]
    const settings = Object.fromEntries(shown.map(([, name = '', value = '']) => [name, value]))
    expect(unknownOf(Object.keys(settings))).toEqual([])
    expect(readConfig(settings).publicUrl?.href).toBe('https://checks.example.com/')
  }
})

describe('Dockerfile', () => {
  const lines = read(`${docker}/Dockerfile`).replaceAll('\\\n', ' ').split('\n')
  const those = (word: string) => lines.filter((line) => line.startsWith(`${word} `))

  test('copies the packages of the current version', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(those('ARG')).toContain(`ARG VERSION=${version}`)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is Docker's syntax
    expect(those('COPY')[0]).toBe('COPY dist/check-requests-${VERSION}-linux-*.tar.gz /archives/')
    const made =
      those('RUN')
        .join()
        .match(/mkdir (\S+) (\S+)/) ?? []
    for (const copy of those('COPY').slice(1)) expect(made).toContain(/ (\/\w+) \/\w+$/.exec(copy)?.[1])
  })

  test('contains only Docker instructions and known settings, and uses a non-root user', () => {
    const instructions = ['FROM', 'ARG', 'COPY', 'RUN', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'ENTRYPOINT']
    for (const line of lines.filter((each) => each && !each.startsWith('#')))
      expect(instructions).toContain(line.split(' ')[0])
    expect(
      unknownOf(
        [
          ...those('ENV')
            .join()
            .matchAll(/(\w+)=/g),
        ].map(([, name = '']) => name),
      ),
    ).toEqual([])
    expect(those('USER')).toEqual(['USER 65532:65532'])
    for (const json of those('ENTRYPOINT')) expect(JSON.parse(json.slice('ENTRYPOINT '.length))).toHaveLength(1)
    const [, command = ''] = / CMD (\[.*\])$/.exec(those('HEALTHCHECK').join()) ?? []
    expect(JSON.parse(command)).toHaveLength(3)
  })
})

interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment: Readonly<Record<string, string>>
  readonly volumes: readonly string[]
  readonly read_only?: boolean
  readonly depends_on?: object
}

describe.each(globSync(`${docker}/compose.*.yaml`))('compose file %s', (file) => {
  const { services, volumes } = parseYaml(read(file)) as {
    services: Record<string, Service>
    volumes: Record<string, null>
  }
  const apps = Object.values(services).filter(({ image }) => image === 'check-requests')

  test('contains only accepted settings, existing files, and declared volumes', () => {
    expect(apps.length).toBeGreaterThan(0)
    for (const { environment, read_only } of apps) {
      const filled = Object.entries(environment).map(([name, value]) => [name, String(value).replace(/\$\{.*\}/, 'x')])
      expect(unknownOf(Object.keys(environment))).toEqual([])
      expect(() => readConfig(Object.fromEntries(filled.filter(([, value]) => value !== 'x')))).not.toThrow()
      expect(read_only).toBe(true)
    }
    for (const { volumes: mounted } of Object.values(services))
      for (const [source = ''] of mounted.map((each) => each.split(':')))
        if (source.startsWith('.')) expect(existsSync(join(dirname(file), source))).toBe(true)
        else expect(Object.keys(volumes)).toContain(source)
  })

  test('builds from existing files and depends only on declared services', () => {
    const builds = apps.flatMap(({ build }) => build ?? [])
    expect(builds).toHaveLength(1)
    for (const { context, dockerfile } of builds)
      expect(existsSync(join(dirname(file), context, dockerfile))).toBe(true)
    for (const { depends_on: needed = [] } of Object.values(services))
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
        expect(Object.keys(services)).toContain(name)
  })
})
