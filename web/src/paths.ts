/** Paths of the screens. Links are built from these, so that a renamed route breaks at compile time. */
export const paths = {
  home: '/',
  login: '/login',
  choosePassword: '/choose-password',
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
  completed: '/check-requests-completed',
  users: '/admin-users',
  dealerships: '/admin-dealerships',
  departments: '/admin-departments',
  approvals: '/admin-approvals',
  payees: '/admin-payees',
  audit: '/admin-audit',
  jobs: '/admin-jobs',
  settings: '/settings',
  mySettings: '/my-settings',
} as const

export function payeePath(id: number): string {
  return `${paths.payees}/${id}`
}

export function checkRequestPath(id: number): string {
  return `${paths.checkRequests}/${id}`
}
