/** The features of the server. A name is added here, and in ARCHITECTURE.md. */
const serverFeatures = [
  'check-requests',
  'approvals',
  'payees',
  'demands',
  'imports',
  'delegations',
  'attachments',
  'comments',
  'case-files',
  'drafts',
  'views',
  'inbox',
  'mail',
  'jobs',
  'organisation',
  'users',
  'confirmations',
  'sessions',
  'audit',
  'installation',
  'live',
]

/** The features of the browser. */
const browserFeatures = [
  'check-requests',
  'approvals',
  'delegations',
  'attachments',
  'comments',
  'drafts',
  'views',
  'inbox',
  'jobs',
  'dashboard',
  'organisation',
  'payees',
  'demands',
  'imports',
  'users',
  'confirmations',
  'audit',
  'sessions',
  'settings',
]

/** What the tests of the architecture call a folder of any feature. */
export const anyServerFeature = `(${serverFeatures.join('|')})`
export const anyBrowserFeature = `(${browserFeatures.join('|')})`
