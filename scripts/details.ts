import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path/posix'
import { changedFiles } from './touched.ts'

/**
 * Specs about details of a screen, while others walk the way through it. Of these, `npm test` runs what a requirement, a
 * decision or a finding names, and all of a row whose specs or folders of `web/src` a change touches. `npm run nightly`
 * and `npm run e2e` run everything.
 */
// biome-ignore format: a table, one row each
export const details: readonly { readonly specs: string; readonly of: string; readonly why: string }[] = [
  { specs: 'admin-approvals.{drafts,phone}', of: 'approvals', why: 'a policy is written, tried and published in admin-approvals' },
  { specs: 'admin-audit', of: 'audit', why: 'what the trail holds, and that it is intact, is tested on the server' },
  { specs: 'admin-bank-accounts.{offsets,stock}', of: '{banking,checks}', why: 'where fields are and how sheets are counted are rules' },
  { specs: '{admin-dealerships.{ledger,next-step,versions},admin-departments}', of: '{organisation,ui}', why: 'both screens are used in admin-dealerships and journeys' },
  { specs: 'admin-jobs', of: 'jobs', why: 'a list with one button' },
  { specs: '{admin-payee,admin-payees,admin-payees.import}', of: '{payees,imports}', why: 'names, verification, merging and imports are tested on the server' },
  { specs: 'admin-users.{failed-logins,import,reasons,sessions}', of: '{users,imports}', why: 'rights, sessions and imports are tested on the server' },
  { specs: '{check-reports,settings.accounting}', of: '{checks,accounting}', why: 'sums, flags and charts are tested on the server' },
  { specs: 'check-request-new.{documents,drafts,payees,typing}', of: '{attachments,check-requests/form,drafts,payees}', why: 'the form is filled in and submitted in check-request-new' },
  { specs: 'check-request.{comments,duplicates,palette,payee-history,payoff,print,reasons,viewer,withdraw}', of: '{attachments,check-requests/detail,check-requests/duplicates,check-requests/print,comments,payees}', why: 'requests are read, decided on and acted upon in the other specs of the screen' },
  { specs: 'check-requests.{budgets,columns,filters,ledger,live,print,search,views}', of: '{check-requests/filters,check-requests/list,check-requests/print,views}', why: 'lists are opened, searched and used in check-requests and the specs of each list' },
  { specs: 'dashboard.{insights,keys,layout,palette,palette-loading,palette-phone,palette-search,unreachable}', of: '{dashboard,layout}', why: 'the dashboard itself is read in dashboard' },
  { specs: '{inbox,mails,my-settings}', of: '{inbox,sessions,settings}', why: 'who is told what is tested on the server' },
  { specs: 'journeys.approvals', of: 'approvals', why: 'the demo’s policies; chains are walked in check-request.approval' },
  { specs: '{print-checks.default-account,print-run.progress}', of: 'checks/printing', why: 'checks are printed in print-checks and print-run' },
  { specs: 'layouts', of: '{layout,ui}', why: 'accessibility measures the same screens in the usual font' },
]

/** The specs of a row, as a pattern of paths from the root. */
export function filesOf({ specs }: (typeof details)[number]): string {
  return `e2e/${specs}.e2e.ts`
}

/** The rows that a change of these files, paths from the root, leaves alone; none where nobody knows what has changed. */
export function untouchedDetails(changed = changedFiles()): typeof details {
  if (!changed) return []
  return details.filter((row) => {
    const own = [filesOf(row), `web/src/${row.of}/**`]
    return !changed.some((path) => own.some((pattern) => matchesGlob(path, pattern)))
  })
}

/** The titles of browser tests that a requirement, a decision or a finding names, as patterns of file and title. */
export function namedTests(): RegExp[] {
  return ['conformance', 'findings', 'security'].flatMap((page) => {
    const text = readFileSync(new URL(`../docs/${page}.md`, import.meta.url), 'utf8')
    return [...text.matchAll(/`e2e\/([^`]+)` “([^”]+)”/g)].map(([, file = '', title = '']) => {
      const filledIn = title.split(/\$\{[^}]+\}|%[a-z]|\$\w+/)
      return new RegExp(`${literally(file)} .*?${filledIn.map(literally).join('.*')}`)
    })
  })
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
