/** Paths of the screens. Links use these constants, so a renamed route causes compile errors. */
export const paths = {
  home: '/',
  login: '/login',
  setUp: '/set-up',
  choosePassword: '/choose-password',
  takeBack: '/take-back',
  decide: '/decide',
  unauthorized: '/unauthorized',
  dashboard: '/dashboard',
  inbox: '/inbox',
  checkRequests: '/check-requests',
  newCheckRequest: '/check-request-new',
  updateCheckRequest: '/check-request-update',
  sendBack: '/check-requests-sendback',
  reject: '/check-requests-reject',
  pending: '/check-requests-pending',
  processing: '/check-requests-processing',
  printChecks: '/print-checks',
  signChecks: '/sign-checks',
  mailChecks: '/mail-checks',
  completed: '/check-requests-completed',
  recurring: '/recurring-requests',
  checks: '/checks',
  checkReports: '/check-reports',
  reports: '/reports',
  users: '/admin-users',
  dealerships: '/admin-dealerships',
  departments: '/admin-departments',
  approvals: '/admin-approvals',
  payees: '/admin-payees',
  bankAccounts: '/admin-bank-accounts',
  proposeAccount: '/admin-bank-accounts/new',
  positivePay: '/positive-pay',
  clearing: '/clearing',
  journal: '/admin-journal',
  audit: '/admin-audit',
  auditors: '/admin-auditors',
  jobs: '/admin-jobs',
  settings: '/settings',
  mySettings: '/my-settings',
} as const

export function payeePath(id: number): string {
  return `${paths.payees}/${id}`
}

export function checkPath(id: number): string {
  return `${paths.checks}/${id}`
}

export function checkRequestPath(id: number): string {
  return `${paths.checkRequests}/${id}`
}

/** The path of print runs in router syntax. */
export const printRunRoute = '/print-runs/$id'

export function printRunPath(id: number): string {
  return `/print-runs/${id}`
}
