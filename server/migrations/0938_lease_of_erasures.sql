-- Each claim of an erasure has a higher token, and only writes with the newest one count.
ALTER TABLE visitor_erasures ADD COLUMN lease_token integer NOT NULL DEFAULT 0;
