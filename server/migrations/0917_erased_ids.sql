-- The ids of everything that an erasure has found of the person. Deliveries are found by them, and erased last: what is
-- deleted before can cause new ones until then.
ALTER TABLE visitor_erasures ADD COLUMN ids text[] NOT NULL DEFAULT '{}';
