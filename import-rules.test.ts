import { expect, test } from 'vitest'
import { anyServerFeature as features, anyBrowserFeature as webFeatures } from './scripts/features.ts'
import { isTest, pathsOf, readSources, type Source } from './scripts/sources.ts'

const domain = '^domain/src/'
const platform = '^server/src/platform/'
const services = '^server/src/services.ts'
const events = '^server/src/events.ts$'
const tables = '^server/src/tables.ts'
const someQueries = `^server/src/${features}/queries`
const someTables = `^server/src/${features}/tables.ts`
const someDocuments = `^server/src/${features}/documents`
const someListeners = `^server/src/${features}/listeners`
const queriesAndCommands = `^server/src/${features}/(queries|commands)`
const node = '^node:'
const browserTest = [node, domain, '^e2e/support/', '^npm:(@playwright/test|axe-core|nodemailer|smtp-server)$']
const kysely = '^npm:kysely$'
const fastify = '^npm:(fastify|@fastify/.+)$'
const zod = '^npm:zod$'
const react =
  '^npm:(react.*|clsx|lucide-react|zod|@base-ui/.+|@radix-ui/.+|@tanstack/.+|@hookform/.+|@visx/.+|@zxcvbn-ts/.+)$'
const qr = '^npm:qr$'
const webauthn = '^npm:@simplewebauthn/browser$'
const pdf = '^npm:pdfjs-dist$'
const webPaths = '^web/src/paths.ts'
const webPlatform = '^web/src/platform/'
const webUi = '^web/src/ui/'
const browser = [react, domain, webPaths, webPlatform, webUi]

/** The files of a row and their allowed imports; `$1` is the match of the file pattern's first group. */
type Row = readonly [files: string, may: readonly string[]]

// Imports not allowed by a row are forbidden, and so are files that match no row.
const rules: Record<string, readonly Row[]> = {
  'the domain imports only zod and itself': [[domain, [zod, domain]]],
  'only a few files assemble the server': [
    [
      '^server/src/(main|cli|open|backup-thread|verify-thread|version|operation/backups/(restore|check-copy|engines)|operation/installation/doctor).ts$',
      [node, domain, '^server/src/(?!testing)'],
    ],
    ['^server/src/app.ts$', [domain, platform, services, fastify, `^server/src/(${features}/(routes|guard)|demo/)`]],
    [
      '^server/src/config.ts$',
      [zod, domain, '^server/src/platform/(files/(backup-place|s3-place)|mail/mail-urls|text/setting-fields).ts$'],
    ],
    [
      services,
      [
        '^server/src/config.ts$',
        platform,
        tables,
        someDocuments,
        '^server/src/documents/readings/commands/first-pages.ts$',
        '^server/src/notices/inbox/commands/notices.ts$',
        '^server/src/trail/commands/(append|verifications).ts$',
        '^server/src/operation/backups/commands/backups.ts$',
      ],
    ],
    [events, [services, '^server/src/platform/threads/promises.ts$', someListeners, someQueries]],
    ['^server/src/scheduled-jobs.ts$', [services, `^server/src/${features}/(commands|listeners)/`]],
    [tables, [kysely, platform, someTables]],
  ],
  'only queries, tables, migrations, and the platform use SQL': [
    [someQueries, [domain, kysely, platform, tables, someQueries, someTables]],
    [someTables, [kysely, domain, platform]],
    ['^server/src/migrations/(?!steps/0112-baseline.ts$|steps/payees.ts$)', [kysely, '^server/src/migrations/']],
    // The baseline consists of two files of statements.
    ['^server/src/migrations/steps/0112-baseline.ts$', [node, kysely, '^server/src/migrations/']],
    // These migrations import the current rules for keys and folded texts, because changing a rule rebuilds them all.
    ['^server/src/migrations/steps/payees.ts$', [kysely, domain, '^server/src/migrations/']],
  ],
  'only the app, routes, the guard, and the platform use HTTP': [
    [
      `^server/src/${features}/routes`,
      [
        fastify,
        zod,
        domain,
        platform,
        services,
        queriesAndCommands,
        '^server/src/$1/',
        '^server/src/access/sessions/guard.ts',
      ],
    ],
    [
      '^server/src/(access/sessions)/guard.ts$',
      [
        fastify,
        domain,
        platform,
        services,
        '^server/src/config.ts$',
        '^server/src/$1/(queries|commands)',
        '^server/src/access/tokens/commands',
      ],
    ],
    ['^server/src/(notices/live)/subscribers.ts$', [platform]],
  ],
  'features use each other’s queries and commands, never routes or presenters': [
    [
      '^server/src/access/identity-providers/commands',
      ['^npm:(openid-client|jose)$', zod, domain, platform, services, tables, queriesAndCommands],
    ],
    [
      `^server/src/(?!access/identity-providers/)${features}/commands`,
      [
        node,
        zod,
        domain,
        platform,
        services,
        tables,
        events,
        queriesAndCommands,
        '^server/src/$1/(tables|presenter|listeners|documents)',
      ],
    ],
    [someListeners, [domain, platform, services, tables, queriesAndCommands, someListeners]],
    [
      someDocuments,
      [
        node,
        domain,
        '^npm:(@cantoo/(pdf-lib|fontkit)|bidi-js|@hyzyla/pdfium|onnxruntime-web|pdfjs-dist|postal-mime)$',
        '^server/src/platform/(threads/(fair-queue|isolated-program|process-limits|thread)|text/(font-files|pdf-opening)|files/gray-png).ts$',
        '^server/src/$1/documents',
      ],
    ],
    [`^server/src/${features}/presenter`, [domain, platform, someQueries, '^server/src/$1/presenter']],
    ['^server/src/demo/', [domain, platform, services, tables, queriesAndCommands, '^server/src/demo/']],
  ],
  'the server platform imports no feature': [
    [
      platform,
      [
        node,
        domain,
        platform,
        kysely,
        fastify,
        zod,
        '^npm:(pg|@cantoo/pdf-lib|@opentelemetry/.+|@simplewebauthn/server|@aws-sdk/client-s3|@fastify/busboy|csv-parse|fastify-type-provider-zod|fflate|imapflow|nodemailer|prom-client|smtp-server|write-excel-file|@zxcvbn-ts/language-common)$',
      ],
    ],
  ],
  'web screens use features, features use the UI, and screens never use each other': [
    ['^web/src/main.tsx$', [react, '^web/src/']],
    ['^web/src/route-row.ts$', [domain, '^web/src/platform/lazy-screen.ts$']],
    ['^web/src/routes.tsx$', [webPaths, '^web/src/(route-row.ts|platform/lazy-screen.ts)$', '^web/src/screens/']],
    [webPaths, []],
    ['^web/src/screens/', [...browser, '^web/src/layout/', `^web/src/${webFeatures}/`]],
    [
      '^web/src/layout/',
      [
        ...browser,
        '^web/src/(layout|access/sessions)/',
        '^web/src/(route-row.ts|routes.tsx)$',
        '^web/src/check-requests/(list/jump-targets.ts|status/badges.tsx)$',
        '^web/src/dashboard/needs-me.tsx$',
        '^web/src/people/confirmations/own-account-notice.tsx$',
        '^web/src/notices/inbox/bell.tsx$',
        '^web/src/payees/(has-payee-list.ts|payee-jump-targets.ts|payee-state-badge.tsx)$',
        '^web/src/access/second-factor/fresh-proof.tsx$',
        '^web/src/check-requests/views/(api.ts|view-links.tsx)$',
        '^web/src/approvals/delegations/out-of-office.tsx$',
      ],
    ],
    [
      '^web/src/documents/attachments/viewer/open-pdf.ts$',
      [pdf, webPlatform, '^web/src/documents/attachments/viewer/'],
    ],
    ['^web/src/access/second-factor/qr-code.tsx$', [...browser, qr]],
    [
      `^web/src/(?!documents/attachments/viewer/open-pdf.ts$|access/second-factor/qr-code.tsx$)${webFeatures}/`,
      [...browser, `^web/src/${webFeatures}/`],
    ],
    ['^web/src/platform/passkeys.ts$', [domain, webauthn, webPlatform]],
    ['^web/src/platform/(?!passkeys.ts$)', [react, domain, webPlatform, webUi]],
  ],
  'the web UI imports no feature and no domain code': [[webUi, [react, webUi]]],
  'scripts and browser tests use the product from outside': [
    ['^scripts/', [node, '^scripts/', '^npm:(@playwright/test|vite)$']],
    ['^e2e/(?!(accessibility|layouts|login.provider).e2e.ts$)', browserTest],
    // These tests visit every screen.
    ['^e2e/(accessibility|layouts).e2e.ts$', [...browserTest, '^web/src/routes.tsx$']],
    // In this test, users sign in at the identity provider of the server tests.
    ['^e2e/login.provider.e2e.ts$', [...browserTest, '^server/src/testing/identity-provider.ts$']],
  ],
}

const all = readSources('domain/src', 'server/src', 'web/src', 'scripts', 'e2e', 'torture', 'proofs')
const production = all.filter((source) => !isTest(source))
const everyRow = Object.values(rules).flat()

test.each(Object.entries(rules))('allows only imports that comply with the rule: %s', (_sentence, rows) => {
  const forbidden = production.flatMap((source) =>
    source.imports.filter((path) => isForbidden(source, path, rows)).map((path) => `${source.path} imports ${path}`),
  )
  expect(forbidden).toEqual([])
})

test('matches every source file with exactly one rule', () => {
  const rowsOf = (source: Source) => everyRow.filter(([files]) => new RegExp(files).test(source.path))
  expect(pathsOf(production.filter((source) => rowsOf(source).length !== 1))).toEqual([])
})

test('uses no test support in production code', () => {
  const testing = /^(server|web)\/src\/testing\/|\.test\.|^npm:(vitest|fast-check|@testing-library\/.+)$/
  const delivered = production.filter(({ path }) => !path.startsWith('e2e/'))
  expect(pathsOf(delivered.filter(({ imports }) => imports.some((path) => testing.test(path))))).toEqual([])
})

test.each([
  ['torture', '^npm:(kysely|fast-check|@playwright/test|@sqlite.org/.+)$'],
  ['proofs', '^npm:(kysely|nodemailer|pg|vitest|vitest/config)$'],
])(
  'lets the folder %s import the domain, the server, and the scripts, and lets no code import the folder',
  (folder, packages) => {
    const may = new RegExp(`^(${folder}|domain/src|server/src|scripts)/|^node:|${packages}`)
    const isInside = ({ path }: Source) => path.startsWith(`${folder}/`)
    const used = all.filter(isInside).flatMap(({ imports }) => imports)
    expect(used.filter((path) => !may.test(path))).toEqual([])
    const users = all.filter(
      (source) => !isInside(source) && source.imports.some((path) => path.startsWith(`${folder}/`)),
    )
    expect(pathsOf(users)).toEqual([])
  },
)

function isForbidden(source: Source, path: string, rows: readonly Row[]): boolean {
  return rows.some(([files, may]) => {
    const match = new RegExp(files).exec(source.path)
    return match && !may.some((allowed) => new RegExp(allowed.replace('$1', match[1] ?? '')).test(path))
  })
}
