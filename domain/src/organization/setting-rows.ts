import type { Action } from '../access/permissions.ts'
import type { RoleName } from '../access/roles.ts'

/** A setting, as a section or an entry of one of the two settings screens. */
export interface SettingRow {
  readonly key: string
  readonly screen: 'settings' | 'my-settings'
  readonly text: string
  /** Its name outside the screen, if another one. */
  readonly palette?: string
  readonly description?: string
  /** Other words by which people look for it. */
  readonly words: string
  readonly needs?: Action
  readonly role?: RoleName
  /** True if each dealer group has this setting. */
  readonly ofGroup?: true
}

/** Every setting, in the order of the screens. */
export const settingRows = [
  {
    key: 'loosened-controls',
    screen: 'settings',
    text: 'Changes That Loosen a Control',
    words: 'pending held confirm second person',
    needs: 'controls.read',
  },
  {
    key: 'calendar',
    screen: 'settings',
    text: 'Time, calendar, and emails',
    description: 'Time zone, business days, holidays, and the email footer',
    words: 'zone weekend weekday signature',
    needs: 'local-settings.write',
    ofGroup: true,
  },
  {
    key: 'payee-settings',
    screen: 'settings',
    text: 'Payee settings',
    description: 'The payee list, and when a new payee must be verified',
    words: 'payees vendor verification supplier',
    needs: 'local-settings.write',
    ofGroup: true,
  },
  {
    key: 'requirements',
    screen: 'settings',
    text: 'Purpose requirements',
    description: 'Fields and documents that each purpose requires',
    words: 'required mandatory invoice',
    needs: 'local-settings.write',
    ofGroup: true,
  },
  {
    key: 'second-factor-rules',
    screen: 'settings',
    text: 'Second-factor rules',
    description: 'Roles that must log in with an authenticator app or a passkey',
    words: '2fa mfa authenticator two-step email first page picture',
    needs: 'local-settings.write',
    ofGroup: true,
  },
  {
    key: 'chart-of-accounts',
    screen: 'settings',
    text: 'Chart of accounts',
    description: 'Account numbers for accounting lines, and default accounts',
    words: 'gl general ledger coding',
    needs: 'local-settings.write',
    ofGroup: true,
  },
  {
    key: 'group-settings',
    screen: 'settings',
    text: 'Approval and account controls',
    description: 'Separation of duties, second person, idle limit, and reminders',
    words: 'dealer group change settings timeout session controls overdue',
    needs: 'dealer-groups.write',
    ofGroup: true,
  },
  {
    key: 'identity-providers',
    screen: 'settings',
    text: 'Identity Providers',
    words: 'single sign-on sso openid google microsoft okta scim',
    needs: 'identity-providers.write',
  },
  {
    key: 'programs',
    screen: 'settings',
    text: 'Programs and Access Tokens',
    words: 'api integration key dms',
    needs: 'local-settings.write',
  },
  {
    key: 'webhooks',
    screen: 'settings',
    text: 'Webhooks and Chat',
    words: 'slack teams integration',
    needs: 'webhooks.write',
  },
  {
    key: 'incoming-mail',
    screen: 'settings',
    text: 'Incoming Email',
    words: 'inbox invoices drafts address payees attachments',
    needs: 'incoming-mail.write',
  },
  { key: 'mail', screen: 'settings', text: 'Email', words: 'smtp outgoing server', needs: 'installation.read' },
  {
    key: 'installation',
    screen: 'settings',
    text: 'Installation',
    words: 'backup version disk database server health keys confirm key copies',
    needs: 'installation.read',
  },
  { key: 'account', screen: 'my-settings', text: 'Account', words: 'profile name role' },
  { key: 'sign-in', screen: 'my-settings', text: 'Sign-In', words: 'passkey 2fa mfa authenticator recovery codes' },
  { key: 'appearance', screen: 'my-settings', text: 'Appearance', words: 'dark light theme color' },
  {
    key: 'keyboard',
    screen: 'my-settings',
    text: 'Keyboard',
    palette: 'Turn Shortcuts On or Off',
    words: 'shortcuts hotkeys',
  },
  {
    key: 'notices',
    screen: 'my-settings',
    text: 'Notices',
    words: 'notifications emails alerts reminders digest daily summary',
  },
  { key: 'chat', screen: 'my-settings', text: 'Chat', words: 'slack teams google messages' },
  {
    key: 'delegations',
    screen: 'my-settings',
    text: 'Delegations',
    palette: 'Out of Office',
    words: 'delegations vacation absence away sick leave deputy',
    role: 'approver',
  },
  { key: 'tokens', screen: 'my-settings', text: 'Access Tokens', words: 'api programs' },
  {
    key: 'sessions',
    screen: 'my-settings',
    text: 'Active Sessions',
    words: 'where logged in devices browsers log out everywhere',
  },
] as const satisfies readonly SettingRow[]

export type SettingKey = (typeof settingRows)[number]['key']

/** True if each typed word starts a word of the text, or is part of the label. */
export function isFound({ text, words }: { readonly text: string; readonly words: string }, typed: string): boolean {
  const all = words.toLowerCase().split(/\s+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word) || all.some((other) => other.startsWith(word)))
}
