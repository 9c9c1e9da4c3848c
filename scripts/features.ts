/** The features of the server, by room. Add new names here and in ARCHITECTURE.md. */
const serverFeatures = [
  'access',
  'access/accounts',
  'access/identity-providers',
  'access/pending-accounts',
  'access/pending-controls',
  'access/second-factor',
  'access/sessions',
  'access/tokens',
  'approvals',
  'approvals/delegations',
  'bank',
  'books',
  'books/accounting',
  'books/journal',
  'check-requests',
  'check-requests/by-mail',
  'check-requests/comments',
  'check-requests/drafts',
  'check-requests/recurring',
  'check-requests/required',
  'check-requests/views',
  'checks',
  'dashboard',
  'documents/attachments',
  'documents/case-files',
  'documents/incoming-mail',
  'documents/readings',
  'notices/inbox',
  'notices/live',
  'notices/mail',
  'notices/webhooks',
  'operation',
  'operation/backups',
  'operation/imports',
  'operation/installation',
  'operation/jobs',
  'operation/removal',
  'organization',
  'payees',
  'people',
  'people/auditors',
  'people/confirmations',
  'people/controls',
  'people/directory',
  'people/users',
  'trail',
]

/** The features of the browser, by room. */
const browserFeatures = [
  'access/identity-providers',
  'access/second-factor',
  'access/sessions',
  'access/tokens',
  'approvals',
  'approvals/delegations',
  'bank',
  'books/accounting',
  'books/journal',
  'check-requests',
  'check-requests/comments',
  'check-requests/drafts',
  'check-requests/recurring',
  'check-requests/required',
  'check-requests/views',
  'checks',
  'dashboard',
  'documents/attachments',
  'documents/incoming-mail',
  'notices/inbox',
  'notices/webhooks',
  'operation/imports',
  'operation/jobs',
  'operation/set-up',
  'organization',
  'payees',
  'people/auditors',
  'people/confirmations',
  'people/controls',
  'people/users',
  'settings',
  'trail',
]

/** The pattern for any feature's folder in architecture tests. */
export const anyServerFeature = oneOf(serverFeatures)
export const anyBrowserFeature = oneOf(browserFeatures)

/** The feature that a file belongs to. The file is a path from the root, or from `server/src`. */
export function featureOf(path: string): string | undefined {
  return new RegExp(`^(?:server/src/)?${anyServerFeature}/`).exec(path)?.[1]
}

// Matches a feature inside another one's room before that room's own feature.
function oneOf(features: readonly string[]): string {
  return `(${features.toSorted((one, other) => other.length - one.length).join('|')})`
}
