import type { Action } from '@check-requests/domain/access/permissions.ts'
import type { RoleName } from '@check-requests/domain/access/roles.ts'
import type { Grouping } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListName } from '@check-requests/domain/views/fields.ts'
import { paths } from '#paths.ts'
import { lazyScreen } from '#platform/lazy-screen.ts'

/** Names only: the sidebar maps them to icons, which are not needed before the login. */
export type MenuIcon =
  | 'dashboard'
  | 'new'
  | 'sent-back'
  | 'rejected'
  | 'pending'
  | 'processing'
  | 'completed'
  | 'list'
  | 'users'
  | 'dealerships'
  | 'departments'
  | 'approvals'
  | 'payees'
  | 'audit'
  | 'jobs'
  | 'settings'

/** One screen: its path, who can open it, its title, and where the sidebar offers it. */
export interface RouteRow {
  readonly path: string
  readonly screen: ReturnType<typeof lazyScreen>
  /** Roles that can open it; absent: any. */
  readonly roles?: readonly RoleName[]
  /** A permission that they need as well. */
  readonly needs?: Action
  /** Offered only where the dealer group has a list of payees. */
  readonly ofPayeeList?: true
  /** Title of the browser tab, when the sidebar has none for the role. */
  readonly title: string
  /** The sidebar's entry for each role that has one. */
  readonly menu?: Partial<Record<RoleName, string>>
  readonly icon?: MenuIcon
  /** The list that it shows, for saved views. */
  readonly list?: ListName
  /** The letter that opens it after `g`. */
  readonly key?: string
  /** The requests that the sidebar counts beside it. */
  readonly counts?: Grouping
}

/** Every screen of a signed-in person, in the order of the sidebar (R010 to R024, R040 to R042). */
export const routes: readonly RouteRow[] = [
  {
    path: paths.dashboard,
    screen: lazyScreen(() => import('#screens/dashboard.tsx'), 'DashboardScreen'),
    title: 'Dashboard',
    menu: { admin: 'Dashboard', requester: 'Dashboard', approver: 'Dashboard', processor: 'Dashboard' },
    icon: 'dashboard',
    key: 'd',
  },
  {
    path: paths.inbox,
    screen: lazyScreen(() => import('#screens/inbox.tsx'), 'InboxScreen'),
    title: 'Inbox',
  },
  {
    path: paths.newCheckRequest,
    screen: lazyScreen(() => import('#screens/check-request-new.tsx'), 'CheckRequestNewScreen'),
    roles: ['admin', 'requester'],
    title: 'New Request',
    menu: { requester: 'New Request' },
    icon: 'new',
  },
  {
    path: paths.updateCheckRequest,
    screen: lazyScreen(() => import('#screens/check-request-update.tsx'), 'CheckRequestUpdateScreen'),
    roles: ['admin', 'requester'],
    title: 'Update Request',
  },
  {
    path: paths.sendBack,
    screen: lazyScreen(() => import('#screens/check-requests-sendback.tsx'), 'CheckRequestsSendbackScreen'),
    roles: ['requester'],
    title: 'SendBacked Checks',
    menu: { requester: 'SendBacked Checks' },
    icon: 'sent-back',
    list: 'sendback',
    key: 'b',
    counts: 'sendback',
  },
  {
    path: paths.reject,
    screen: lazyScreen(() => import('#screens/check-requests-reject.tsx'), 'CheckRequestsRejectScreen'),
    roles: ['requester'],
    title: 'Rejected Checks',
    menu: { requester: 'Rejected Checks' },
    icon: 'rejected',
    list: 'rejected',
    key: 'r',
  },
  {
    path: paths.pending,
    screen: lazyScreen(() => import('#screens/check-requests-pending.tsx'), 'CheckRequestsPendingScreen'),
    roles: ['admin', 'approver'],
    title: 'Pending Approvals',
    menu: { approver: 'Pending Approvals' },
    icon: 'pending',
    list: 'pending',
    key: 'a',
    counts: 'pending',
  },
  {
    path: paths.processing,
    screen: lazyScreen(() => import('#screens/check-requests-processing.tsx'), 'CheckRequestsProcessingScreen'),
    roles: ['admin', 'processor'],
    title: 'Processing',
    menu: { processor: 'Processing' },
    icon: 'processing',
    list: 'processing',
    key: 'p',
    counts: 'processing',
  },
  {
    path: paths.completed,
    screen: lazyScreen(() => import('#screens/check-requests-completed.tsx'), 'CheckRequestsCompletedScreen'),
    roles: ['admin', 'processor'],
    title: 'Completed',
    menu: { processor: 'Completed' },
    icon: 'completed',
    list: 'completed',
    key: 'c',
  },
  {
    path: paths.checkRequests,
    screen: lazyScreen(() => import('#screens/check-requests.tsx'), 'CheckRequestsScreen'),
    title: 'All Requests',
    menu: {
      admin: 'All Check Requests',
      requester: 'My Requests',
      approver: 'All Requests',
      processor: 'All Requests',
    },
    icon: 'list',
    list: 'all',
    key: 'l',
  },
  {
    path: `${paths.checkRequests}/$id`,
    screen: lazyScreen(() => import('#screens/check-request.tsx'), 'CheckRequestScreen'),
    title: 'Check Request Details',
  },
  {
    path: paths.users,
    screen: lazyScreen(() => import('#screens/admin-users.tsx'), 'AdminUsersScreen'),
    roles: ['admin'],
    title: 'Users',
    menu: { admin: 'Users' },
    icon: 'users',
    key: 'u',
  },
  {
    path: paths.dealerships,
    screen: lazyScreen(() => import('#screens/admin-dealerships.tsx'), 'AdminDealershipsScreen'),
    roles: ['admin'],
    title: 'Dealerships',
    menu: { admin: 'Dealerships' },
    icon: 'dealerships',
    key: 's',
  },
  {
    path: paths.departments,
    screen: lazyScreen(() => import('#screens/admin-departments.tsx'), 'AdminDepartmentsScreen'),
    roles: ['admin'],
    title: 'Departments',
    menu: { admin: 'Departments' },
    icon: 'departments',
    key: 'e',
  },
  {
    path: paths.approvals,
    screen: lazyScreen(() => import('#screens/admin-approvals.tsx'), 'AdminApprovalsScreen'),
    roles: ['admin'],
    needs: 'approval-policy.read',
    title: 'Approval Policy',
    menu: { admin: 'Approval Policy' },
    icon: 'approvals',
    key: 'y',
  },
  {
    path: paths.payees,
    screen: lazyScreen(() => import('#screens/admin-payees.tsx'), 'AdminPayeesScreen'),
    roles: ['admin', 'approver', 'processor'],
    needs: 'payees.read',
    title: 'Payees',
    menu: { admin: 'Payees', approver: 'Payees', processor: 'Payees' },
    icon: 'payees',
    key: 'v',
    ofPayeeList: true,
  },
  {
    path: `${paths.payees}/$id`,
    screen: lazyScreen(() => import('#screens/admin-payee.tsx'), 'AdminPayeeScreen'),
    roles: ['admin', 'approver', 'processor'],
    needs: 'payees.read',
    title: 'Payee',
  },
  {
    path: paths.audit,
    screen: lazyScreen(() => import('#screens/admin-audit.tsx'), 'AdminAuditScreen'),
    roles: ['admin'],
    needs: 'audit.read',
    title: 'Audit trail',
    menu: { admin: 'Audit trail' },
    icon: 'audit',
    key: 't',
  },
  {
    path: paths.jobs,
    screen: lazyScreen(() => import('#screens/admin-jobs.tsx'), 'AdminJobsScreen'),
    roles: ['admin'],
    needs: 'jobs.read',
    title: 'Background Work',
    menu: { admin: 'Background Work' },
    icon: 'jobs',
    key: 'w',
  },
  {
    path: paths.settings,
    screen: lazyScreen(() => import('#screens/settings.tsx'), 'SettingsScreen'),
    roles: ['admin'],
    title: 'Settings',
    menu: { admin: 'Settings' },
    icon: 'settings',
    key: 'o',
  },
  {
    path: paths.mySettings,
    screen: lazyScreen(() => import('#screens/my-settings.tsx'), 'MySettingsScreen'),
    title: 'My Settings',
  },
]
