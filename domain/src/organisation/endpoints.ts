import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { dealerGroupReply, dealershipReply, deliveryMethodReply, departmentReply, purposeReply } from './fields.ts'

/** Reads of the organisation and its lists of choices (R202 to R209). */
export const organisationEndpoints = {
  dealerGroups: endpoint({
    method: 'GET',
    path: '/dealer-groups',
    summary: 'Dealer groups in the caller’s reach',
    policy: 'organisation.read',
    reply: z.array(dealerGroupReply),
    status: 200,
    failure: 'Failed to get dealer groups...',
  }),
  dealerships: endpoint({
    method: 'GET',
    path: '/dealerships',
    summary: 'Dealerships in the caller’s reach',
    policy: 'organisation.read',
    reply: z.array(dealershipReply),
    status: 200,
    failure: 'Failed to get dealerships...',
  }),
  departments: endpoint({
    method: 'GET',
    path: '/departments',
    summary: 'Departments in the caller’s reach',
    policy: 'organisation.read',
    reply: z.array(departmentReply),
    status: 200,
    failure: 'Failed to get departments...',
  }),
  purposes: endpoint({
    method: 'GET',
    path: '/purposes',
    summary: 'What a payment can be for',
    policy: 'organisation.read',
    reply: z.array(purposeReply),
    status: 200,
    failure: 'Failed to get purposes...',
  }),
  deliveryMethods: endpoint({
    method: 'GET',
    path: '/delivery-methods',
    summary: 'How a check can be handed over',
    policy: 'organisation.read',
    reply: z.array(deliveryMethodReply),
    status: 200,
    failure: 'Failed to get delivery methods...',
  }),
}
