section '4.8 Other listings'

row 200 GET '/api/v1/workflows?per_page=2'
row 200 GET '/api/v1/agents?per_page=1'
row 200 GET '/api/v1/triggers?per_page=2'
row 200 GET '/api/v1/webhooks?per_page=1'
row 200 GET '/api/v1/usage?group_by=model'
row 200 GET "/api/v1/knowledge-bases?search=birds%20$stamp"
contains '"total_count":1'
