import { endpoint } from '../../api/endpoint.ts'
import { importBody, mostBytesOfImport } from './fields.ts'
import {
  accountPreviewReply,
  importedAccountsReply,
  importedPayeesReply,
  importedPeopleReply,
  payeePreviewReply,
  peoplePreviewReply,
} from './replies.ts'

const takesFile = { method: 'POST', body: importBody, mostBytes: mostBytesOfImport } as const

/** Calls that read payees, people and accounts from CSV files: a look at what a file would add, and adding all of it. */
export const importEndpoints = {
  previewPayees: endpoint({
    ...takesFile,
    id: 'previewPayeeImport',
    path: '/imports/payees/preview',
    refusals: [404],
    summary: 'What a CSV file of payees would add, with all that is wrong with it by line; adds nothing',
    policy: 'payees.write',
    reply: payeePreviewReply,
    status: 200,
    failure: 'Failed to read the file...',
  }),
  payees: endpoint({
    ...takesFile,
    id: 'importPayees',
    path: '/imports/payees',
    refusals: [404, 409],
    summary: 'Add all payees of a CSV file, or none; someone else has to verify each',
    policy: 'payees.write',
    reply: importedPayeesReply,
    status: 201,
    failure: 'Failed to import payees...',
  }),
  previewPeople: endpoint({
    ...takesFile,
    id: 'previewPeopleImport',
    path: '/imports/people/preview',
    refusals: [404],
    summary: 'What a CSV file of people would add, with all that is wrong with it by line; adds nothing',
    policy: 'users.write',
    reply: peoplePreviewReply,
    status: 200,
    failure: 'Failed to read the file...',
  }),
  people: endpoint({
    ...takesFile,
    id: 'importPeople',
    path: '/imports/people',
    refusals: [404, 409],
    summary: 'Add all people of a CSV file with roles, places and approval titles, or none',
    freshProof: true,
    policy: 'users.write',
    reply: importedPeopleReply,
    status: 201,
    failure: 'Failed to import people...',
  }),
  previewAccounts: endpoint({
    ...takesFile,
    id: 'previewAccountImport',
    path: '/imports/accounts/preview',
    refusals: [404],
    summary: 'What a CSV file would do to a chart of accounts, with all that is wrong with it by line; changes nothing',
    policy: 'accounting.write',
    reply: accountPreviewReply,
    status: 200,
    failure: 'Failed to read the file...',
  }),
  accounts: endpoint({
    ...takesFile,
    id: 'importAccounts',
    path: '/imports/accounts',
    refusals: [404, 409],
    summary: 'Add all accounts of a CSV file to a chart and change those it has, or do nothing; none is removed',
    policy: 'accounting.write',
    reply: importedAccountsReply,
    status: 201,
    failure: 'Failed to import accounts...',
  }),
}
