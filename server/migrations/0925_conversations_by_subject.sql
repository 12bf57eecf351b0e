-- A search of conversations also finds their subjects: those that have one are indexed again.
UPDATE conversations SET is_indexed = false WHERE subject IS NOT NULL;
