import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: true
  readonly hasInstallScript?: true
}

interface Manifest {
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
  readonly overrides?: Record<string, string>
  readonly engines?: { readonly node: string }
  readonly workspaces?: readonly string[]
}

const workspaces = ['domain', 'server', 'web']
const locked = Object.entries(read<{ packages: Record<string, Locked> }>('package-lock.json').packages)
const installed = locked.filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
const manifests = ['package.json', ...workspaces.map((name) => `${name}/package.json`)].map((file) =>
  read<Manifest>(file),
)
const wanted = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies, overrides }) =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides }),
)

test('requires a content hash for every package', () => {
  expect(installed.filter(([, { integrity }]) => !/^sha512-.{86}==$/.test(integrity ?? ''))).toEqual([])
})

test('allows only our own workspaces without a content hash', () => {
  const links = locked.filter(([, { link }]) => link).map(([, { resolved }]) => resolved)
  expect(links.sort()).toEqual(workspaces)
  expect(manifests[0]?.workspaces).toEqual(workspaces)
})

test('requires the default registry for every package', () => {
  expect(installed.filter(([, { resolved, version }]) => resolved || !/^\d+\.\d+\.\d+/.test(version ?? ''))).toEqual([])
})

test('forbids install scripts of packages', () => {
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([])
  expect(readFileSync('.npmrc', 'utf8')).toContain('ignore-scripts=true\n')
})

test('requires an exact version for every dependency', () => {
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('requires the same version of a shared dependency in all workspaces', () => {
  const versions = Map.groupBy(wanted, ([name]) => name)
  const differing = [...versions].filter(([, uses]) => new Set(uses.map(([, version]) => version)).size > 1)
  expect(differing).toEqual([])
})

test('allows no browser libraries in a production install', () => {
  const [, , , web] = manifests
  expect(web?.dependencies).toBeUndefined()
})

test('requires the same minimum Node.js version everywhere', () => {
  const [, oldest = ''] = />=(\S+)/.exec(manifests[0]?.engines?.node ?? '') ?? []
  expect(readFileSync('server/src/platform/threads/server-process.ts', 'utf8')).toContain(
    `[${oldest.replaceAll('.', ', ')}]`,
  )
})

function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'))
}
