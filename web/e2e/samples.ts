import { api } from './server';

const WAIT = { Type: 'Wait', Event: 'go-on', End: true };
const PASS = { Type: 'Pass', End: true };

const FLOWS = [
  { code: 'policy-onboarding', name: 'Policy onboarding', tags: ['policies'], states: PASS },
  {
    code: 'stock-sync',
    name: 'Stock sync',
    tags: ['warehouse', 'nightly'],
    states: { Type: 'Fail', Error: 'Http.503', Cause: 'warehouse-2 is in maintenance' },
  },
  { code: 'claim-intake', name: 'Claim intake', tags: ['claims'], states: WAIT, timeout: 1 },
  { code: 'broker-commission', name: 'Broker commission', tags: ['brokers'], states: WAIT },
  { code: 'document-archive', name: 'Document archive', tags: ['documents'], states: WAIT },
  {
    code: 'refund',
    name: 'Refund',
    tags: ['commerce'],
    states: { Type: 'Wait', Seconds: 2, End: true },
  },
];

const RUNS = [
  ['policy-onboarding', 'P-40415'],
  ['refund', 'A-0993'],
  ['stock-sync', ''],
  ['document-archive', 'DOC-55120', 'cancel'],
  ['policy-onboarding', 'P-40416'],
  ['claim-intake', 'CL-236'],
  ['refund', 'A-0994'],
  ['broker-commission', '2026-11', 'pause'],
  ['policy-onboarding', 'P-40417'],
  ['document-archive', 'DOC-55121'],
  ['stock-sync', ''],
] as const;

/** Runs more flows, so that screenshots show a tenant at work. */
export async function addSamples(): Promise<void> {
  for (const { states, timeout, ...flow } of FLOWS) {
    await api('POST', '/api/flows?publish=true', {
      ...flow,
      definition: {
        StartAt: 'Work',
        ...(timeout ? { TimeoutSeconds: timeout } : {}),
        States: { Work: states },
      },
    });
  }
  for (const [flow, businessKey, action] of RUNS) {
    const { id } = await api<{ id: string }>('POST', `/api/flows/${flow}/execute`, {
      ...(businessKey ? { businessKey } : {}),
      input: {},
    });
    if (action)
      await api('POST', `/api/flows/executions/${id}/${action}`, { reason: 'wrong rate table' });
  }
}
