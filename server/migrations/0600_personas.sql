-- Personas and their tasks.

CREATE TABLE personas (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  category text NOT NULL,
  -- A separate column, to find the personas of an agent that is deleted; the other fields are read as a whole.
  agent_id text,
  definition json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX personas_by_workspace ON personas (workspace_id, id DESC);

CREATE TABLE persona_instances (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  -- No foreign key: the tasks of a deleted persona stay readable.
  persona_id text NOT NULL,
  task_title text NOT NULL,
  structured_inputs json NOT NULL,
  -- The persona and its agent at the start: a later change must not affect what a person has approved.
  plan json NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'running', 'awaiting_approval', 'paused_budget', 'completed',
    'failed', 'cancelled')),
  pause_reason text CHECK (pause_reason IN ('cost', 'duration')),
  max_duration_hours double precision NOT NULL,
  max_cost_credits numeric NOT NULL,
  cost_credits numeric NOT NULL DEFAULT 0,
  -- The sum of the reservations below, stored here so that one statement can compare it with the cap.
  reserved_credits numeric NOT NULL DEFAULT 0,
  prompt_tokens bigint NOT NULL DEFAULT 0,
  completion_tokens bigint NOT NULL DEFAULT 0,
  -- Working time up to active_since, which is null while no process works on it.
  active_ms double precision NOT NULL DEFAULT 0,
  active_since timestamptz,
  error json,
  -- Failed attempts in a row, because the model was unavailable or a process died.
  failures int NOT NULL DEFAULT 0,
  -- Incremented by each process that claims it; a process with an older number can write nothing.
  lease_token int NOT NULL DEFAULT 0,
  -- When a worker must check it: the end of the lease while it is claimed, null while it waits for a person.
  due_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz
);
CREATE INDEX persona_instances_by_persona ON persona_instances (workspace_id, persona_id, id DESC);
CREATE INDEX persona_instances_due ON persona_instances (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE persona_steps (
  instance_id text NOT NULL REFERENCES persona_instances (id) ON DELETE CASCADE,
  index int NOT NULL,
  title text NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  output text,
  cost_credits numeric NOT NULL DEFAULT 0,
  started_at timestamptz,
  completed_at timestamptz,
  PRIMARY KEY (instance_id, index)
);

-- One response of the model each, stored so that it is requested only once even if a process dies. The turns after the
-- last step repair deliverables.
CREATE TABLE persona_turns (
  instance_id text NOT NULL REFERENCES persona_instances (id) ON DELETE CASCADE,
  step int NOT NULL,
  turn int NOT NULL,
  content text NOT NULL,
  -- Invalid calls, each with the error for the model.
  refused json NOT NULL DEFAULT '[]',
  PRIMARY KEY (instance_id, step, turn)
);

-- The tool calls of a turn.
CREATE TABLE persona_calls (
  instance_id text NOT NULL,
  step int NOT NULL,
  turn int NOT NULL,
  place int NOT NULL,
  call_id text NOT NULL,
  name text NOT NULL,
  arguments json NOT NULL,
  -- Set before an approved call is made: an interrupted call is not repeated.
  begun_at timestamptz,
  result json,
  PRIMARY KEY (instance_id, step, turn, place),
  FOREIGN KEY (instance_id, step, turn) REFERENCES persona_turns (instance_id, step, turn) ON DELETE CASCADE
);

CREATE TABLE persona_approvals (
  id text PRIMARY KEY,
  workspace_id text NOT NULL,
  instance_id text NOT NULL REFERENCES persona_instances (id) ON DELETE CASCADE,
  step int NOT NULL,
  -- The call in question; null for a step.
  turn int,
  place int,
  kind text NOT NULL CHECK (kind IN ('step', 'action')),
  title text NOT NULL,
  arguments json NOT NULL,
  -- The arguments as changed by the person.
  edited_arguments json,
  status text NOT NULL DEFAULT 'pending'
    CHECK (status IN ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
  comment text,
  decided_by text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  -- Each question is asked once.
  UNIQUE NULLS NOT DISTINCT (instance_id, step, turn, place)
);
CREATE INDEX persona_approvals_pending ON persona_approvals (expires_at) WHERE status = 'pending';

-- The maximum cost of calls in progress. The row of a process that died is charged in full, because its actual cost is
-- unknown.
CREATE TABLE persona_reservations (
  instance_id text NOT NULL REFERENCES persona_instances (id) ON DELETE CASCADE,
  key text NOT NULL,
  lease_token int NOT NULL,
  step int NOT NULL,
  credits numeric NOT NULL,
  PRIMARY KEY (instance_id, key, lease_token)
);

CREATE TABLE persona_deliverables (
  id text PRIMARY KEY,
  workspace_id text NOT NULL,
  instance_id text NOT NULL REFERENCES persona_instances (id) ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL,
  type text NOT NULL,
  version int NOT NULL,
  file_id text NOT NULL REFERENCES files (id) ON DELETE CASCADE,
  -- The call or the composition that created it: repeated after a crash, it creates no second one.
  origin text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (instance_id, name, version),
  UNIQUE (instance_id, origin)
);
