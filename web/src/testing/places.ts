import type {
  DealerGroup,
  Dealership,
  DeliveryMethod,
  Department,
  Purpose,
} from '@check-requests/domain/organization/fields.ts'

export function dealerGroup(changes: Partial<DealerGroup> = {}): DealerGroup {
  return {
    id: 1,
    version: 2,
    name: 'Lakeside Auto Group',
    code: 'LAG',
    is_active: true,
    settings: {
      separation_of_duties: true,
      account_confirmation: true,
      idle_hours: 72,
      reminder_days: 2,
      discreet_mails: false,
      time_zone: 'America/New_York',
    },
    ...changes,
  }
}

export function dealership(changes: Partial<Dealership> = {}): Dealership {
  const id = changes.id ?? 11
  return {
    id,
    version: 4,
    dealership_id: id,
    dealer_group_id: 1,
    dealer_group_name: 'Lakeside Auto Group',
    name: 'Lakeside Toyota',
    code: 'TOY',
    address: '1 Main Street',
    city: 'Buffalo',
    state: 'NY',
    zip: '14201',
    phone: '716-555-0100',
    time_zone: null,
    settings: null,
    is_active: true,
    created_at: '2026-01-05T15:00:00.000Z',
    ...changes,
  }
}

export function department(changes: Partial<Department> = {}): Department {
  return {
    id: 111,
    version: 5,
    name: 'Service',
    code: 'SVC',
    is_active: true,
    dealership_id: 11,
    dealer_group_id: 1,
    dealership_name: 'Lakeside Toyota',
    dealer_group_name: 'Lakeside Auto Group',
    dealership_code: 'TOY',
    dealer_group_code: 'LAG',
    ...changes,
  }
}

export function purpose(changes: Partial<Purpose> = {}): Purpose {
  return { id: 4, version: 1, name: 'parts', description: null, payment_for: 'Vendors', ...changes }
}

export function deliveryMethod(changes: Partial<DeliveryMethod> = {}): DeliveryMethod {
  return { id: 2, version: 1, name: 'Pickup', kind: 'pickup', ...changes }
}
