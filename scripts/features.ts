/** The features of the server. A name is added here, and in ARCHITECTURE.md. */
const serverFeatures = [
  'check-requests',
  'drafts',
  'views',
  'organisation',
  'users',
  'confirmations',
  'sessions',
  'audit',
  'live',
]

/** The features of the browser. */
const browserFeatures = [
  'check-requests',
  'drafts',
  'views',
  'dashboard',
  'organisation',
  'users',
  'confirmations',
  'audit',
  'sessions',
]

/** What the tests of the architecture call a folder of any feature. */
export const anyServerFeature = `(${serverFeatures.join('|')})`
export const anyBrowserFeature = `(${browserFeatures.join('|')})`
