import { globSync, readFileSync } from 'node:fs'
import { dirname, matchesGlob } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { changedFiles } from './touched.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The journeys through the whole product, which `npm test` always runs. */
export const walks =
  '{empty-installation,journeys,journeys.{checks,days,documents,failures,first-hour,first-minutes,invoices},lifecycle}'

/**
 * The folders of `web/src` that a spec covers. `npm test` runs a row's specs if a change touches its specs, screens of
 * the same name, or folders;
 * for other rows, it runs only tests named by a requirement, decision, or finding. `npm run nightly` and `npm run e2e`
 * run everything.
 */
// biome-ignore format: a table, one row each
export const specs: readonly { readonly specs: string; readonly of: string }[] = [
  { specs: '{access,access.*,choose-password,login,login.*,take-back,unauthorized}', of: 'access/{second-factor,sessions}' },
  { specs: '{accessibility,fonts,layouts,not-found}', of: '{layout,platform,ui}' },
  { specs: '{admin-approvals,admin-approvals.*,journeys.approvals}', of: 'approvals' },
  { specs: '{admin-audit,admin-audit.*}', of: 'trail' },
  { specs: '{admin-bank-accounts,admin-bank-accounts.*}', of: '{bank/{accounts,stock},people/{auditors,confirmations}}' },
  { specs: '{admin-dealerships,admin-dealerships.*,admin-departments}', of: 'organization' },
  { specs: 'admin-journal', of: 'books/journal' },
  { specs: '{admin-payee,admin-payee.*,admin-payees,admin-payees.*}', of: '{operation/imports,payees}' },
  { specs: '{admin-users,admin-users.*}', of: '{operation/imports,people/{confirmations,users}}' },
  { specs: '{check,check.*,checks,checks.*}', of: 'checks/{detail,entering,register}' },
  { specs: '{check-reports,check-request-new.accounting,settings.accounting}', of: '{books/accounting,checks/reports}' },
  { specs: 'check-request-new.{documents,duplicates,payees,readings}', of: '{check-requests/duplicates,documents/attachments,payees}' },
  { specs: '{check-request-new,check-request-new.{choices,drafts,failures,requirements,typing},check-request-update}', of: 'check-requests/{drafts,form,required}' },
  { specs: 'check-request.{case-file,documents,viewer}', of: 'documents/attachments' },
  { specs: '{check-request,check-request.{acts,approval,decisions,hold,payoff,withdraw}}', of: '{approvals,check-requests/{detail,status}}' },
  { specs: 'check-request.{comments,duplicates,findings,like-payees,palette,payee-history,print,reasons}', of: '{check-requests/{comments,detail,duplicates,findings,print},payees}' },
  { specs: '{check-requests,check-requests.*}', of: 'check-requests/{export,filters,list,print,views}' },
  { specs: '{check-requests-{completed,pending,processing,reject,sendback},check-requests-{pending,processing}.*}', of: 'check-requests/{bulk,list,queue}' },
  { specs: '{clearing,clearing.*,positive-pay}', of: 'bank/{clearing,positive-pay}' },
  { specs: '{dashboard,dashboard.*,reports}', of: '{dashboard,layout}' },
  { specs: 'admin-auditors', of: 'people/auditors' },
  { specs: '{inbox,mails}', of: 'notices/inbox' },
  { specs: 'journeys.unbroken-texts', of: 'ui' },
  { specs: 'decide', of: 'check-requests/decide' },
  { specs: '{admin-jobs,set-up}', of: 'operation/set-up' },
  { specs: 'recurring-requests', of: 'check-requests/recurring' },
  { specs: '{mail-checks,print-checks,print-checks.*,print-run,print-run.*,sign-checks}', of: 'checks/printing' },
  { specs: '{my-settings,my-settings.*,settings,settings.{incoming-mail,second-factor,programs,webhooks}}', of: '{documents/incoming-mail,notices/webhooks,access/{identity-providers,second-factor,tokens},approvals/delegations,people/controls,settings}' },
]

/** The specs as a path pattern from the root. */
export function filesOf(names: string): string {
  return `e2e/${names}.e2e.ts`
}

/** The rows that a change to these files, as paths from the root, doesn't affect. Empty if the changes are unknown. */
export function untouchedSpecs(changed = changedFiles()): typeof specs {
  if (!changed) return []
  return specs.filter((row) => {
    const folders = globSync(`web/src/${row.of}`, { cwd: root })
    const isShown = (path: string) => folders.some((folder) => touches(path, folder))
    const isOwn = (path: string) => matchesGlob(specOfScreen(path) ?? path, filesOf(row.specs))
    return !changed.some((path) => isOwn(path) || isShown(path))
  })
}

/** The spec with the name of a screen, or null for any other file. */
function specOfScreen(path: string): string | null {
  const [, name] = /^web\/src\/screens\/(?:[a-z]+\/)?([a-z-]+)\./.exec(path) ?? []
  return name ? filesOf(name) : null
}

/** Returns true if the file is inside the folder, next to it, or next to one of its parents below `web/src`. */
export function touches(path: string, folder: string): boolean {
  const own = `${dirname(path)}/`
  return own.startsWith(`${folder}/`) || (own.startsWith('web/src/') && `${folder}/`.startsWith(own))
}

/**
 * The tests that a text names, as `file` “title” “title”. A title that ends in … is the beginning of the title in the
 * source.
 */
export function testsNamed(text: string): { file: string; title: string }[] {
  return [...text.matchAll(/`([^`]+)`((?: “[^”]+”)+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file, title })),
  )
}

/** The titles of browser tests named by a requirement, decision, or finding, as patterns of file and title. */
export function namedTests(): RegExp[] {
  return ['conformance', 'findings', 'security'].flatMap((page) => {
    const text = readFileSync(new URL(`../docs/${page}.md`, import.meta.url), 'utf8')
    const named = testsNamed(text).filter(({ file }) => file.startsWith('e2e/'))
    return named.map(({ file, title }) => {
      const filledIn = title.replace(/…$/, '').split(/\$\{[^}]+\}|%[a-z]|\$\w+/)
      return new RegExp(`${literally(file.replace('e2e/', ''))} .*?${filledIn.map(literally).join('.*')}`)
    })
  })
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
