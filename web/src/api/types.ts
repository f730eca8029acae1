import type { components } from './schema';

type Schemas = components['schemas'];

export type Execution = Schemas['ExecutionView'];
export type Step = Schemas['StepView'];
export type Outline = Schemas['OutlineView'];
export type StepDetail = Schemas['StepDetailView'];
export type StateAt = Schemas['StateView'];
export type Attempt = Schemas['AttemptView'];
export type Effect = Schemas['EffectView'];
export type Preview = Schemas['PreviewView'];
export type Explanation = Schemas['Explanation'];
export type HoldReason = Schemas['HoldReason'];
export type Flow = Schemas['FlowView'];
export type FlowVersion = Schemas['VersionView'];
export type FlowDiff = Schemas['DiffView'];
export type Histogram = Schemas['HistogramView'];
export type SavedView = Schemas['ViewView'];
export type Job = Schemas['JobView'];
export type MatchCount = Schemas['MatchCount'];
export type LimitUsage = Schemas['LimitUsageView'];
export type TenantLimits = Schemas['LimitsView'];
export type FlowLimits = Schemas['FlowLimits'];
export type AuditEntry = Schemas['EntryView'];
export type AuditVerification = Schemas['Verification'];
export type ApiKey = Schemas['KeyView'];
export type Roles = Schemas['RolesView'];
export type Role = Schemas['RoleView']['role'];
export type Node = Schemas['NodeView'];
export type Problem = Schemas['Problem'];
export type Session = Schemas['SessionView'];
export type Permission = Session['permissions'][number];

/** What a flow did in the last 24 hours. */
export type FlowActivity = Schemas['FlowActivityView'];
export type FlowSummary = Schemas['FlowSummaryView'];
export type FlowBulkResult = Schemas['FlowBulkResult'];
export type FlowBulkAction = NonNullable<Schemas['FlowBulkRequest']['action']>;
export type FlowStats = Schemas['VersionRunsView'];
export type FlowDependents = Schemas['DependentsView'];
export type Binding = Schemas['BindingView'];
export type FlowTrigger = Schemas['TriggerView'];
export type Webhook = Schemas['WebhookView'];
export type Starts = Schemas['StartsView'];
export type Triggered = Schemas['TriggeredView'];
export type Connection = Schemas['ConnectionView'];
export type Breaker = Schemas['BreakerView'];
export type Rejected = Schemas['RejectedView'];
export type RejectReason = Rejected['reason'];
export type BindingTrial = Schemas['BindingTrialView'];
export type EventTrial = Schemas['EventTrialResult'];
export type ReplayTrial = Schemas['ReplayTrialResult'];
export type SecretName = Schemas['SecretView'];
export type ImportResult = Schemas['ImportResult'];
export type Family = Schemas['FailureFamilyView'];
export type FamilyDetail = Schemas['FailureDetailView'];
export type FamilyList = Schemas['FailureListView'];
export type FamilyFactor = Schemas['FailureFactorView'];
export type FamilyExample = Schemas['FailureExampleView'];
export type FamilyChange = Schemas['FailureChangeView'];

/** One page of a list; `next` continues it. */
export interface Listing<T> {
  items: T[];
  next?: string | null;
}

/** What the feed tells about beside facts of executions. */
export type Topic = 'flows' | 'triggers' | 'connections' | 'jobs' | 'failures' | 'tenant';

/** Says that something has changed that is no execution; the same change may come twice. */
export interface Change {
  topic: Topic;
  kind: string;
  id?: string | null;
  by?: string | null;
  at: string;
  count?: number | null;
  job?: {
    id: string;
    action: string;
    status: string;
    done: number;
    refused: number;
    total?: number | null;
  } | null;
}

/** An event of the feed of all executions. */
export interface Fact {
  execution: string;
  flow: string;
  version?: number | null;
  test: boolean;
  seq: number;
  at: string;
  fact: string;
  step?: string | null;
  status: Execution['status'];
}
