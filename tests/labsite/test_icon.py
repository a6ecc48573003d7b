def test_browsers_find_the_icon_of_a_page_that_names_none(client):
    response = client.get("/favicon.ico")

    assert (response.status_code, response.url) == (302, "/static/labsite/icon.svg")
